import { pathTo } from "../../../base-path.ts";
import type { Category, CategoryPage } from "../../../domain/categories/category.ts";
import { paragraphsOf } from "../../../domain/categories/category-rules.ts";
import { focusClass, sourcesOf } from "../../../domain/media/media-rules.ts";
import { isSearchable } from "../../../domain/search/search-rules.ts";
import { directionOf } from "../../../domain/settings/direction-rules.ts";
import type { ListingQuery } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { useSite } from "../../data.ts";
import { categoryClass } from "../cards/post-parts.tsx";
import { texts } from "./texts.ts";

function OwnPicture({ picture: { url, alt, width, height, focus } }: { picture: NonNullable<CategoryPage["picture"]> }) {
  return (
    <picture>
      {sourcesOf(url).map(({ type, srcset }) => (
        <source
          key={type}
          type={type}
          srcSet={srcset.replaceAll("/media/", pathTo("/media/"))}
          sizes="(width >= 64rem) 32rem, 100vw"
        />
      ))}
      <img
        className={`picture${focusClass(focus)}`}
        src={pathTo(url)}
        alt={alt}
        width={width}
        height={height}
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  );
}

/** Only the category's first page has it. */
function Intro({ text }: { text: string }) {
  const paragraphs = paragraphsOf(text);
  return paragraphs.length === 0 ? null : (
    <div className="listing-intro" dir="auto">
      {paragraphs.map((paragraph, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text doesn't change its order
        <p key={n}>{paragraph}</p>
      ))}
    </div>
  );
}

function LanguageHead({ language }: { language: string }) {
  const shown = useSite().languages?.find((one) => one.language === language);
  return (
    <div>
      <p className="badge">{texts.allArticles}</p>
      {shown ? (
        <h1 lang={language} dir={directionOf(language)}>
          {shown.name}
        </h1>
      ) : (
        <h1>{language}</h1>
      )}
    </div>
  );
}

type HeadProps = {
  state: ListingQuery;
  category: Category | undefined;
  own: CategoryPage | undefined;
  name: string | undefined;
  tag: string | undefined;
};

/** The results of a search, a category, a tag, or everything. */
export function Head({ state, category, own, name, tag }: HeadProps) {
  if (state.search && isSearchable(state.search)) return <h1 dir="auto">{fill(texts.results, { term: state.search })}</h1>;
  if (tag && !name)
    return (
      <div>
        <p className="badge">{texts.tag}</p>
        <h1 dir="auto">{tag}</h1>
      </div>
    );
  if (!name && state.language) return <LanguageHead language={state.language} />;
  if (!name) return <h1>{texts.allArticles}</h1>;
  return (
    <div className={`listing-head ${category ? categoryClass(category) : ""}`}>
      <div>
        <h1 dir="auto">{own?.heading || name}</h1>
        {category?.description ? (
          <p className="standfirst" dir="auto">
            {category.description}
          </p>
        ) : null}
        {own && (state.page ?? 1) === 1 ? <Intro text={own.intro} /> : null}
        {tag ? <p className="badge">{fill(texts.tagNamed, { tag })}</p> : null}
      </div>
      {own?.picture ? (
        <OwnPicture picture={own.picture} />
      ) : category ? (
        <Illustration slug={category.slug} className="picture" />
      ) : null}
    </div>
  );
}
