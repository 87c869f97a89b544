/** Paths of the media library. */
export const MEDIA = "/media/0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";

const figure = (name: string, caption = "") =>
  `<figure><img src="${MEDIA}/${name}" alt="${name}">${caption ? `<figcaption>${caption}</figcaption>` : ""}</figure>`;

/** An article with each block that authors can write, in HTML as the rich editor writes it. */
export const EVERY_BLOCK = `
<p>At dawn the lark is <strong>already</strong> <em>up</em>, and <a href="https://other.example/a?b=1#c">others</a> are not. See <a href="/story/dusk?page=2#end">dusk</a>,
<a href="#songs">the songs</a>, or <a href="mailto:ada@blog.example">write to me</a>. H<sub>2</sub>O, <mark>marked</mark>, <code>npm start</code>, <kbd>Ctrl</kbd>.<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup></p>
<h2>Songs</h2>
<p>The energy is <code class="language-math">E=mc^2</code>, and <span dir="rtl" lang="ar">قبرة</span> is a lark.</p>
<blockquote><p>Hail to thee, blithe Spirit!<br>Bird thou never wert.</p></blockquote>
<ul><li>up<ul><li>higher</li></ul></li><li>☑ down</li></ul>
<ol start="3"><li>three</li><li>four</li></ol>
<dl><dt>Lark</dt><dd>A bird that sings.</dd></dl>
<hr>
<h3>Pictures</h3>
${figure("2560.jpg", "A field at <em>dawn</em>")}
<figure class="picture-wide"><img src="${MEDIA}/1200.webp" alt="A moving lark"></figure>
<figure><img src="${MEDIA}/320.png" alt="A small lark" width="160"></figure>
<figure class="gallery">${["900.jpg", "901.jpg", "902.jpg", "903.jpg", "904.jpg", "905.jpg"].map((name) => figure(name, name === "901.jpg" ? "The second" : "")).join("")}<figcaption>Six mornings</figcaption></figure>
<aside class="callout-note"><p>Larks nest on the ground.</p></aside>
<aside class="callout-warning"><p>Mind the nest.</p><ul><li>and the eggs</li></ul></aside>
<details><summary>What they eat</summary><p>Seeds and insects.</p></details>
<figure class="bookmark"><a href="https://other.example/larks">What larks sing</a><p>And when they sleep</p><img src="${MEDIA}/640.jpg" alt=""><figcaption>Other Birds</figcaption></figure>
<figure class="audio"><audio src="${MEDIA}/song.mp3"></audio><figcaption>A song</figcaption></figure>
<figure class="video"><video src="${MEDIA}/lark.mp4" poster="${MEDIA}/1280.jpg" width="1280" height="720"><track kind="captions" src="${MEDIA}/lark.vtt" srclang="en"></video><figcaption>A flight</figcaption></figure>
<figure class="file"><a href="${MEDIA}/larks.pdf">Counting larks</a><figcaption>PDF file, 1.3 MB</figcaption></figure>
<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A lark sings</a></figure>
<p>https://mastodon.example/@ada/112233445566778899</p>
<pre><code class="language-math">\\frac{a}{b} = \\sum_{n=1}^{\\infty} x_n</code></pre>
<pre><code class="language-mermaid">graph TD
 A[Wake up] --> B{Is it dawn?}
 B -->|Yes| C[Sing]
 B -->|No| D[Sleep on]
 D --> A</code></pre>
<pre><code class="language-js">const lark = { sings: true, at: "dawn", where: "a field that is far away from the nearest house, and from the nearest road" };
if (lark.sings &amp;&amp; lark.at &lt; "noon") listen();</code></pre>
<table><caption>Eggs by month</caption><tbody><tr><th>Month</th><th align="right">Eggs</th><th>Weather</th></tr><tr><td>April</td><td align="right">3</td><td>Mild, with some rain in the second half</td></tr><tr><td>May</td><td align="right">5</td><td>Dry</td></tr></tbody></table>
<table><tbody><tr>${["Bird", "Length", "Weight", "Wingspan", "Song", "Nest"].map((name) => `<th>${name}</th>`).join("")}</tr><tr>${["Skylark", "18 cm", "35 g", "34 cm", "Long and clear", "On the ground"].map((name) => `<td>${name}</td>`).join("")}</tr></tbody></table>
<p>The end, <abbr title="as far as I know">AFAIK</abbr>, <ruby>雲雀<rt>hibari</rt></ruby>, <q>so it is</q>.</p>
<section class="footnotes"><ol><li id="fn-1"><p>Not in winter. <a href="#fnref-1" class="footnote-back">↩</a></p></li></ol></section>
`;
