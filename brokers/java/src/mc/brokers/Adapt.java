package mc.brokers;

import java.util.Optional;
import java.util.TreeSet;

/** Kafka moves from Scala's collections to Java's, release by release; here both are Java's. */
final class Adapt {
    private Adapt() {}

    static Optional<?> optional(Object value) {
        if (value instanceof Optional<?> o) {
            return o;
        }
        scala.Option<?> o = (scala.Option<?>) value;
        return o.isEmpty() ? Optional.empty() : Optional.of(o.get());
    }

    /** An option of a number, or what stands for none. */
    static long number(Object value, long none) {
        return optional(value).map(v -> ((Number) v).longValue()).orElse(none);
    }

    /** The members of a set of broker ids, in order. */
    static TreeSet<Integer> ids(Object set) {
        TreeSet<Integer> ids = new TreeSet<>();
        Iterable<?> members = set instanceof Iterable<?> java
            ? java : scala.jdk.javaapi.CollectionConverters.asJava((scala.collection.Iterable<?>) set);
        members.forEach(id -> ids.add((Integer) id));
        return ids;
    }

    @SuppressWarnings("unchecked")
    static <T> T unchecked(Object value) {
        return (T) value;
    }
}
