package io.weir.jaxrs;

class ResteasyVersionsTest extends VersionsContract {

    ResteasyVersionsTest() {
        super("resteasy");
    }
}
