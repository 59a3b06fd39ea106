package io.weir.jaxrs;

class CxfVersionsTest extends VersionsContract {

    CxfVersionsTest() {
        super("cxf");
    }
}
