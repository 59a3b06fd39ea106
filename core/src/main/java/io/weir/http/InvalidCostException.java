package io.weir.http;

/** A request names a cost that it may not have; it is answered with 400 and charged nothing. */
public final class InvalidCostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is allowed.
     *
     * @param message goes to the client: a sentence that repeats nothing of the request
     */
    public InvalidCostException(String message) {
        super(message);
    }
}
