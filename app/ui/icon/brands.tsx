// Signs of the places one shares to, drawn plainly: the icon set has none.

const sign = (path: string) => (
  <svg className="icon sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** Twitter. */
export const TwitterSign = () =>
  sign(
    "M21.5 6.1c-.7.3-1.4.5-2.2.6.8-.5 1.4-1.2 1.7-2.1-.7.4-1.6.8-2.4.9a3.8 3.8 0 0 0-6.5 3.5A10.8 10.8 0 0 1 4.2 5a3.8 3.8 0 0 0 1.2 5.1c-.6 0-1.2-.2-1.7-.5 0 1.9 1.3 3.4 3 3.8-.5.1-1.1.2-1.7.1.5 1.5 1.9 2.6 3.5 2.6A7.6 7.6 0 0 1 3 17.7 10.8 10.8 0 0 0 8.8 19.4c7 0 10.8-5.8 10.8-10.8v-.5c.7-.5 1.4-1.2 1.9-2z",
  );

/** Facebook. */
export const FacebookSign = () =>
  sign(
    "M13.6 21.5v-8h2.7l.4-3.2h-3.1v-2c0-.9.3-1.6 1.6-1.6h1.7V3.8c-.3 0-1.3-.1-2.5-.1-2.5 0-4.1 1.5-4.1 4.2v2.4H7.5v3.2h2.8v8z",
  );

/** LinkedIn. */
export const LinkedInSign = () =>
  sign(
    "M6.9 8.8H3.5V20h3.4zM5.2 3.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM20.5 13.6c0-3.3-1.8-4.9-4.1-4.9-1.9 0-2.8 1-3.3 1.8V8.8H9.7V20h3.4v-6.2c0-1.4.7-2.1 1.8-2.1s1.9.7 1.9 2.1V20h3.7z",
  );
