/** A lark climbing from the fields at daybreak. Colours come from the style sheet, so night and day each have theirs. */
export function Horizon() {
  return (
    <>
      <svg className="lark" viewBox="0 0 470 460" aria-hidden="true">
        <path
          className="lark-song"
          d="M18 452c92-18 214-44 214-98 0-40-96-46-96-6 0 46 148 36 176-44 18-54-78-78-88-36-12 52 96 44 116-22 12-40 6-64 0-86"
        />
        <path
          className="lark-bird"
          transform="translate(322 74) rotate(-16) scale(4)"
          d="M31 9.2 27.4 7.6C26.6 6 24.9 5.2 23.2 5.5L20.2 3.4 20.6 6.3C18.8 7.4 17.4 9.1 16.4 10.9 13.6 6.6 8.6 3.4 2.4 2.6 3 6.9 5.4 10.6 8.8 13L6.2 13.2C7.7 15.2 9.8 16.5 12 17.2L1 21.4 2.6 23.2H6.4C9.4 22.9 11.6 22.2 13.6 21.3 19.4 22.4 25.2 19.2 26.6 12.7 27.2 11.6 27.6 10.8 28.2 10.3z"
        />
      </svg>
      <svg className="horizon" viewBox="0 0 1600 320" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path
          className="horizon-far"
          d="M0 170c120-34 250-52 390-44 150 8 240 46 380 44 150-2 250-66 420-70 160-4 290 40 410 52v170H0z"
        />
        <path className="horizon-mid" d="M0 222c180-30 330-22 480-4 190 22 330 30 520 2 190-28 390-40 600-8v110H0z" />
        <path className="horizon-near" d="M0 262c260-24 520-8 800-6 300 2 540-22 800-6v72H0z" />
        <path className="horizon-page" d="M0 316c240-30 500-34 760-22 320 14 560 18 840 2v26H0z" />
      </svg>
    </>
  );
}
