package io.weir.jaxrs;

class JerseyVersionsTest extends VersionsContract {

    JerseyVersionsTest() {
        super("jersey");
    }
}
