package ai.tinyhumans.tinybox.store;

class MemoryStoreTest extends StoreContract {

    @Override
    Store store() {
        return new MemoryStore();
    }
}
