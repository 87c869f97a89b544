const KEYS = [
  ["j", "next"],
  ["k", "previous"],
  ["a", "approve"],
  ["r", "reject"],
  ["s", "spam"],
  ["c", "reply"],
  ["d", "delete"],
] as const;

/** The keys that moderate, for who has any. */
export function KeyHints() {
  return (
    <p className="key-hints">
      {KEYS.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
