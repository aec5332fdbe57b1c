package ai.tinyhumans.tinybox.linux.landlock;

import ai.tinyhumans.tinybox.error.ErrorCode;
import ai.tinyhumans.tinybox.error.TinyboxException;
import ai.tinyhumans.tinybox.host.local.syscall.Fd;
import ai.tinyhumans.tinybox.host.local.syscall.Landlock;
import ai.tinyhumans.tinybox.host.local.syscall.SyscallException;
import ai.tinyhumans.tinybox.host.local.syscall.ThisThread;
import ai.tinyhumans.tinybox.spec.Grants;
import ai.tinyhumans.tinybox.spec.HostPath;
import ai.tinyhumans.tinybox.spi.JailGrants;
import ai.tinyhumans.tinybox.spi.Restriction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a jailed program's thread gives up: all files but those of the rules, TCP, signals and abstract sockets to
 * processes outside as far as the kernel's version goes, every capability, and the system calls its filter refuses.
 */
final class LandlockRestriction implements Restriction {

    private final LandlockRights rights;
    private final LandlockRules rules;
    private final Grants grants;
    private final boolean network;
    private final byte[] filter;

    /**
     * Makes a restriction.
     *
     * @param rights what the kernel knows
     * @param rules the places it may still reach
     * @param grants where the rules come from, and what must not be read
     * @param network whether TCP stays allowed
     * @param filter the filter of system calls
     */
    LandlockRestriction(LandlockRights rights, LandlockRules rules, Grants grants, boolean network, byte[] filter) {
        this.rights = rights;
        this.rules = rules;
        this.grants = grants;
        this.network = network;
        this.filter = filter.clone();
    }

    /** Looks everything up as {@link #apply} will, and restricts nothing. */
    void check() {
        List<OpenPlace> places = open();
        places.forEach(OpenPlace::close);
    }

    @Override
    public void apply() {
        List<OpenPlace> places = open();
        try {
            int ruleset = ruleset(places);
            try {
                ThisThread.gainNoPrivileges();
                ThisThread.dropCapabilities();
                ThisThread.filterCalls(filter);
                Landlock.restrictSelf(ruleset); // the last step: from here on no file can be opened, so no class loaded
            } finally {
                Fd.close(ruleset);
            }
        } catch (SyscallException e) {
            throw TinyboxException.of(ErrorCode.LAUNCH_FAILED, "the program could not be jailed: " + e.getMessage())
                    .remedy("'tinybox doctor' tells what this kernel can do")
                    .cause(e)
                    .build();
        }
    }

    private int ruleset(List<OpenPlace> places) {
        int ruleset = Landlock.createRuleset(rights.files(), network ? 0 : rights.network(), rights.scopes());
        try {
            for (OpenPlace place : places) {
                Landlock.allowBeneath(
                        ruleset,
                        place.fd(),
                        place.writable() ? rights.writing(place.directory()) : rights.reading(place.directory()));
            }
            return ruleset;
        } catch (SyscallException e) {
            Fd.close(ruleset);
            throw e;
        } finally {
            places.forEach(OpenPlace::close);
        }
    }

    /** Opens all places, and refuses them if one gives access to something denied. */
    private List<OpenPlace> open() {
        List<OpenPlace> places = new ArrayList<>();
        try {
            for (LandlockRules.Place place : rules.places()) {
                Optional<OpenPlace> open = OpenPlace.of(place);
                open.ifPresent(places::add);
            }
            if (!grants.denyRead().isEmpty()) {
                requireDenied(places);
            }
            return places;
        } catch (TinyboxException e) {
            places.forEach(OpenPlace::close);
            throw e;
        }
    }

    private void requireDenied(List<OpenPlace> places) {
        new JailGrants(paths(places, OpenPlace::writable), paths(places, place -> !place.writable()))
                .requireDenied(denied(), false);
    }

    private static List<HostPath> paths(List<OpenPlace> places, Predicate<OpenPlace> which) {
        return places.stream().filter(which).map(OpenPlace::path).toList();
    }

    /** Every denied path both as its name stands and as it leads: either could be what is meant. */
    private List<HostPath> denied() {
        List<HostPath> denied = new ArrayList<>();
        for (HostPath path : grants.denyRead()) {
            denied.add(OpenPlace.locate(path)); // never the root: no grants name that
            denied.add(OpenPlace.resolve(path));
        }
        return denied;
    }
}
