type Props = { className?: string; title?: string };

/** The bird has the color of the text, the band has `--dawn`. @param props.title leave it out next to the site's name */
export function Mark({ className, title }: Props) {
  const drawing = (
    <>
      <path
        fill="currentColor"
        d="M31 9.2 27.4 7.6C26.6 6 24.9 5.2 23.2 5.5L20.2 3.4 20.6 6.3C18.8 7.4 17.4 9.1 16.4 10.9 13.6 6.6 8.6 3.4 2.4 2.6 3 6.9 5.4 10.6 8.8 13L6.2 13.2C7.7 15.2 9.8 16.5 12 17.2L1 21.4 2.6 23.2H6.4C9.4 22.9 11.6 22.2 13.6 21.3 19.4 22.4 25.2 19.2 26.6 12.7 27.2 11.6 27.6 10.8 28.2 10.3z"
      />
      <path fill="var(--dawn, #e8875b)" d="M2 27.4Q16 23.4 30 27.4 16 31.4 2 27.4z" />
    </>
  );
  return title ? (
    <svg className={className} viewBox="0 0 32 32" role="img" aria-label={title}>
      {drawing}
    </svg>
  ) : (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      {drawing}
    </svg>
  );
}
