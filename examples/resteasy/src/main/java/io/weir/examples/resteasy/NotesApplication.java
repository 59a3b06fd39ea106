package io.weir.examples.resteasy;

import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Does not name Weir: RESTEasy finds the provider on the class path, as Jakarta REST 3.1 and newer do. */
public class NotesApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(Notes.class);
    }
}
