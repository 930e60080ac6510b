package mc.brokers;

/** The classes of Kafka cannot take a step that they were told to; the message says why. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String why) {
        super(why);
    }
}
