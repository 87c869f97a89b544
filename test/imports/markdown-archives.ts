/** Files of an archive by name. */
type Files = Record<string, string | Buffer>;

/** What `jekyll new` writes (Jekyll 4), published as a project page, with a draft, a planned post and a picture. */
export const jekyllBlog = (picture: Buffer): Files => ({
  "repo-main/_config.yml": `# Welcome to Jekyll!
title: Your awesome title
email: your-email@example.com
description: >- # this means to ignore newlines until "baseurl:"
  Write an awesome description for your new site here.
baseurl: "/notes" # the subpath of your site, e.g. /blog
url: "https://ada.example.net" # the base hostname & protocol for your site, e.g. http://example.com
timezone: Europe/Berlin

# Build settings
theme: minima
plugins:
  - jekyll-feed
`,
  "repo-main/Gemfile": 'source "https://rubygems.org"\ngem "jekyll", "~> 4.3.3"\n',
  "repo-main/README.md": "# My blog\n",
  "repo-main/CLAUDE.md": "# How to work here\n",
  "repo-main/404.html":
    '---\npermalink: /404.html\nlayout: default\n---\n\n<style type="text/css" media="screen">\n</style>\n<div class="container"><h1>404</h1></div>\n',
  "repo-main/index.markdown":
    "---\n# Feel free to add content and custom Front Matter to this file.\n# To modify the layout, see https://jekyllrb.com/docs/themes/#overriding-theme-defaults\n\nlayout: home\n---\n",
  "repo-main/about.markdown":
    "---\nlayout: page\ntitle: About\npermalink: /about/\n---\n\nThis is the base Jekyll theme. You can find out more info about customizing your Jekyll theme, as well as basic Jekyll usage documentation at [jekyllrb.com](https://jekyllrb.com/)\n",
  "repo-main/tag/birds.md": "---\nlayout: tag_page\ntitle: 'Tag: birds'\ntag: birds\n---\n",
  "repo-main/archive.md":
    "---\ntitle: All posts\n---\n<ul>{% for post in site.posts %}<li>{{ post.title }}</li>{% endfor %}</ul>\n",
  "repo-main/_layouts/post.html": "---\nlayout: default\n---\n{{ content }}\n",
  "repo-main/_posts/2024-05-01-welcome-to-jekyll.markdown": `---
layout: post
title:  "Welcome to Jekyll!"
date:   2024-05-01 09:30:00 +0200
categories: jekyll update
header:
  teaser: /assets/images/dawn.jpg
---
You’ll find this post in your \`_posts\` directory. Go ahead and edit it and re-build the site to see your changes.

Jekyll also offers powerful support for code snippets:

{% highlight ruby %}
def print_hi(name)
  puts "Hi, #{name}"
end
{% endhighlight %}

![Dawn]({{ site.baseurl }}/assets/images/dawn.jpg){: .wide } and ![again]({{ "/assets/images/dawn.jpg" | relative_url }}),
see [the other one]({% post_url 2024-05-02-second %}).

Liquid is written {% raw %}\`{{ page.title }}\`{% endraw %}.

* TOC
{:toc}

Check out the [Jekyll docs][jekyll-docs] for more info on how to get the most out of Jekyll.

[jekyll-docs]: https://jekyllrb.com/docs/home
`,
  "repo-main/_posts/2024-05-02-second.md":
    '---\ntitle: Second\nredirect_from:\n  - /old/second/\n---\nIt answers.\n\n{% include youtube.html id="dQw4w9WgXcQ" %}\n\n{% include newsletter.html %}\n',
  "repo-main/_posts/2999-01-01-later.md": "---\ntitle: Later\n---\nNot yet.\n",
  "repo-main/_drafts/idea.md": "---\ntitle: An idea\n---\nOne day.\n",
  "repo-main/assets/images/dawn.jpg": picture,
});

/** A post as jekyll-import writes it from a WordPress database: HTML, and YAML that Ruby has printed. */
export const jekyllImport = (picture: Buffer): Files => ({
  "blog/_config.yml": "title: Old blog\npermalink: /:year/:month/:day/:title/\n",
  "blog/_posts/2008-03-01-first-post.html": `---
layout: post
status: publish
published: true
title: First &amp; last post
author:
  display_name: Ada Lovelace
  login: ada
  email: ada@example.com
  url: ''
author_login: ada
author_email: ada@example.com
author_url: ''
wordpress_id: 12
wordpress_url: http://old.example/?p=12
date: '2008-03-01 10:00:00 +0100'
date_gmt: '2008-03-01 09:00:00 +0100'
categories:
- Light
tags:
- birds
comments:
- id: 3
  author: Tom
  author_email: tom@example.com
  author_url: ''
  date: '2008-03-02 11:00:00 +0100'
  date_gmt: '2008-03-02 10:00:00 +0100'
  content: Well <b>said</b>.
---
<p>It <em>begins</em> here. <img src="/images/dawn.jpg" alt="Dawn" /></p>

<pre><code>{% raw %}{{ x }}{% endraw %}</code></pre>
`,
  "blog/images/dawn.jpg": picture,
});

/** A site of Hugo with a configuration in TOML, page bundles and its shortcodes. */
export const hugoBlog = (picture: Buffer): Files => ({
  "site/hugo.toml":
    "baseURL = 'https://hugo.example.net/'\nlanguageCode = 'en-us'\ntitle = 'My New Hugo Site'\n\n[permalinks]\n  posts = '/:year/:month/:slug/'\n",
  "site/archetypes/default.md":
    '+++\ntitle = \'{{ replace .File.ContentBaseName "-" " " | title }}\'\ndate = {{ .Date }}\ndraft = true\n+++\n',
  "site/themes/ananke/exampleSite/content/posts/demo.md": "+++\ntitle = 'Demo'\n+++\nNo.",
  "site/content/_index.md": "+++\ntitle = 'Home'\n+++\nWelcome.\n",
  "site/content/posts/_index.md": "+++\ntitle = 'Posts'\n+++\n",
  "site/content/posts/my-first-post.md": `+++
title = 'My First Post'
date = 2024-01-14T07:07:07+01:00
draft = false
tags = ['birds', 'early']
categories = ['Light']
aliases = ['/old/first/']
+++
{{< youtube dQw4w9WgXcQ >}}

{{< figure src="/images/dawn.jpg" alt="Dawn" caption="Before the sun" >}}

Go on [to the bundle]({{< ref "bundle" >}}).

{{< highlight go "linenos=table" >}}
fmt.Println("{{ x }}")
{{< /highlight >}}

{{< notice warning >}}Mind the *gap*.{{< /notice >}}

{{< newsletter-form >}}

\`\`\`
{{</* youtube w7Ft2ymGmfc */>}}
\`\`\`
`,
  "site/content/posts/bundle/index.md":
    "+++\ntitle = 'A bundle'\ndate = 2024-02-01\ndraft = true\n[[resources]]\nname = 'cover'\nsrc = 'dawn.jpg'\n+++\n![Here](dawn.jpg)\n",
  "site/content/posts/bundle/notes.md": "Beside the text.\n",
  "site/content/posts/bundle/dawn.jpg": picture,
  "site/content/about.md": "+++\ntitle = 'About'\n+++\nWho I am.\n",
  "site/static/images/dawn.jpg": picture,
});

/** A blog of Hexo; the second post has the form of its first scaffolds, without an opening line. */
export const hexoBlog = (picture: Buffer): Files => ({
  "hexo/_config.yml":
    "# Hexo Configuration\n## Docs: https://hexo.io/docs/configuration.html\ntitle: Hexo\nauthor: John Doe\nlanguage: en\ntimezone: 'Asia/Shanghai'\nurl: http://hexo.example.net\npermalink: :year/:month/:day/:title/\npermalink_defaults:\nsource_dir: source\nnew_post_name: :title.md # File name of new posts\nfuture: true\n",
  "hexo/scaffolds/post.md": "---\ntitle: {{ title }}\ndate: {{ date }}\ntags:\n---\n",
  "hexo/source/_posts/hello-world.md":
    '---\ntitle: Hello World\ndate: 2013-07-14 17:01:34\n---\nWelcome to [Hexo](https://hexo.io/)!\n\n{% asset_img dawn.jpg Dawn %}\n\n``` bash\n$ hexo new "My New Post"\n```\n',
  "hexo/source/_posts/hello-world/dawn.jpg": picture,
  "hexo/source/_posts/old-one.md":
    'title: "The old: one"\ndate: 2013-05-14 22:31:00\ncategories: Light\ntags:\n- birds\n- early\n---\n\nIts text.\n\n![](/images/dawn.jpg)\n',
  "hexo/source/_drafts/draft.md": "---\ntitle: Draft\n---\nNot yet.\n",
  "hexo/source/about/index.md": "---\ntitle: About\ndate: 2013-07-14 17:01:34\n---\nWho I am.\n",
  "hexo/source/tags/index.md": "---\ntitle: Tags\ntype: tags\n---\n",
  "hexo/source/images/dawn.jpg": picture,
  "hexo/themes/landscape/README.md": "# Landscape\n",
});

/** Astro's blog template (`npm create astro -- --template blog`). */
export const astroBlog = (picture: Buffer): Files => ({
  "astro/astro.config.mjs":
    "// @ts-check\n\nimport mdx from '@astrojs/mdx';\nimport { defineConfig } from 'astro/config';\n\n// https://astro.build/config\nexport default defineConfig({\n\tsite: 'https://astro.example.net',\n\tintegrations: [mdx()],\n});\n",
  "astro/README.md": "# Astro Starter Kit: Blog\n",
  "astro/src/pages/blog/[...slug].astro": "---\n---\n",
  "astro/src/content/blog/first-post.md":
    "---\ntitle: 'First post'\ndescription: 'Lorem ipsum dolor sit amet'\npubDate: 'Jul 08 2022'\nheroImage: '/blog-placeholder-3.jpg'\n---\n\nLorem ipsum dolor sit amet.\n\n![](/inside.jpg)\n",
  "astro/src/content/blog/using-mdx.mdx": `---
title: 'Using MDX'
description: 'Lorem ipsum dolor sit amet'
pubDate: 'Jun 01 2024'
updatedDate: 'Jun 02 2024'
heroImage: '../../assets/blog-placeholder-5.jpg'
---

This theme comes with the [@astrojs/mdx](https://docs.astro.build/en/guides/integrations-guide/mdx/) integration installed.

## Example

import HeaderLink from '../../components/HeaderLink.astro';

<HeaderLink href="#" onclick="alert('clicked!')">
	Embedded component in MDX
</HeaderLink>
`,
  "astro/public/blog-placeholder-3.jpg": picture,
  "astro/public/inside.jpg": picture,
  "astro/src/assets/blog-placeholder-5.jpg": picture,
});

/** A site of Zola (`zola init`). */
export const zolaBlog = (picture: Buffer): Files => ({
  "zola/config.toml":
    '# The URL the site will be built for\nbase_url = "https://zola.example.net"\n\n# Whether to automatically compile all Sass files in the sass directory\ncompile_sass = true\n\n[markdown]\nhighlight_code = true\n\n[extra]\n',
  "zola/content/_index.md": '+++\ntitle = "Home"\n+++\n',
  "zola/content/blog/_index.md": '+++\ntitle = "List of blog posts"\nsort_by = "date"\n+++\n',
  "zola/content/blog/2019-11-27-first.md":
    '+++\ntitle = "My first post"\ndate = 2019-11-27\naliases = ["old/first"]\n\n[taxonomies]\ncategories = ["Light"]\ntags = ["birds"]\n\n[extra]\nimage = "/dawn.jpg"\n+++\n\nThis is my first blog post.\n\n{{ youtube(id="dQw4w9WgXcQ", autoplay=true) }}\n\n[On](@/blog/second.md)\n',
  "zola/content/blog/second.md": '+++\ntitle = "My second post"\ndate = 2019-11-28\ndraft = true\n+++\nMore.\n',
  "zola/static/dawn.jpg": picture,
  "zola/templates/base.html": "<!DOCTYPE html>\n",
});

/** eleventy-base-blog, version 9. */
export const eleventyBlog = (): Files => ({
  "11ty/eleventy.config.js":
    'export default async function(eleventyConfig) {\n};\n\nexport const config = {\n\tdir: { input: "content" },\n};\n',
  "11ty/_data/metadata.js":
    'export default {\n\ttitle: "Eleventy Base Blog v9",\n\turl: "https://eleventy.example.net/",\n\tlanguage: "en",\n\tdescription: "I am writing about my experiences as a naval navel-gazer.",\n}\n',
  "11ty/content/about.md":
    '---js\nconst eleventyNavigation = {\n\tkey: "About",\n\torder: 3\n};\n---\n# About\n\nI am a person that writes stuff.\n',
  "11ty/content/blog/firstpost.md":
    "---\ntitle: This is my first post.\ndescription: This is a post on My Blog about agile frameworks.\ndate: 2018-05-01\ntags: another tag\n---\nLeverage agile frameworks to provide a robust synopsis for high level overviews.\n",
  "11ty/content/feed/pretty-atom-feed.xsl": "<x/>",
});

/** A vault of Obsidian with templates, a base and links between notes. */
export const obsidianVault = (picture: Buffer): Files => ({
  "vault/.obsidian/app.json": "{}",
  "vault/.obsidian/templates.json": '{"folder":"Extras/Forms"}',
  "vault/Extras/Forms/Journal Template.md": "---\ncreated: {{date}}\ntags:\n  - journal\n---\n",
  "vault/Templates/Book.md": "---\ntitle: x\npublish: true\n---\nFill in.\n",
  "vault/Categories/Books.md": "---\ntags:\n  - categories\n---\n![[Books.base]]\n",
  "vault/On light.md":
    '---\npublish: true\ndate: 2024-03-01\ntags:\n  - "#birds"\ncover: "[[dawn.jpg]]"\n---\nSee [[On dusk|the other note]], [[Nowhere]] and ![[dawn.jpg|300]].\n\n> [!warning] Mind this\n> It is ==bright==.\n\n- [ ] look\n- [x] see\n\n`[[code]]` %%to do%%\n',
  "vault/On dusk.md": "---\npublish: true\ndate: 2024-03-02\n---\n# On dusk\n\nBack to [the light](On%20light.md).\n",
  "vault/Private.md": "Nobody's business.\n",
  "vault/Attachments/dawn.jpg": picture,
});

/** What wordpress-export-to-markdown writes, with a folder for each post. */
export const exportedMarkdown = (picture: Buffer): Files => ({
  "output/posts/hello-again/index.md":
    '---\ntitle: "Hello again"\ndate: 2020-01-02\ncategories: \n  - "light"\ntags: \n  - "birds"\n  - "early"\ncoverImage: "dawn.jpg"\n---\n\nThe text.\n\n![Dawn](images/dawn.jpg)\n\n<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ" frameborder="0" allowfullscreen></iframe>\n',
  "output/posts/hello-again/images/dawn.jpg": picture,
});
