package ai.tinyhumans.tinybox.store;

class MemoryTemplatesTest extends TemplatesContract {

    @Override
    Templates templates() {
        return new MemoryTemplates();
    }
}
