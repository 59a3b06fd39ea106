package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.greenbytes.http.sfv.BooleanItem;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/** Reads fields as somebody else reads them who knows RFC 9651 and not Weir: with a parser that is not ours. */
final class StructuredFields {

    private StructuredFields() {}

    /**
     * A member of a list.
     *
     * @param integers its parameters that are integers
     * @param flags its parameters that are true
     */
    record Member(String name, Map<String, Long> integers, List<String> flags) {}

    /** The members of a list of strings; fails if it is none, or a parameter is neither an integer nor true. */
    static List<Member> members(String field) {
        List<Member> members = new ArrayList<>();
        for (ListElement<?> element : Parser.parseList(field).get()) {
            assertThat(element).as(field).isInstanceOf(StringItem.class);
            Map<String, Long> integers = new LinkedHashMap<>();
            List<String> flags = new ArrayList<>();
            element.getParams().forEach((name, value) -> {
                if (value instanceof IntegerItem integer) {
                    integers.put(name, integer.getAsLong());
                } else {
                    assertThat(value).as(field).isInstanceOf(BooleanItem.class).returns(true, item -> item.get());
                    flags.add(name);
                }
            });
            members.add(new Member(((StringItem) element).get(), integers, flags));
        }
        return members;
    }
}
