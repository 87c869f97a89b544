import type { ReactNode } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { routes } from "../../../routes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { MostRead } from "../cards/lines.tsx";
import { texts as layout } from "../layout/texts.ts";
import { UnlistedTitle } from "../meta.tsx";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

type MessagePageProps = { title: string; sign?: string; children: ReactNode; after?: ReactNode };

export function MessagePage({ title, sign, children, after }: MessagePageProps) {
  return (
    <section className="page-width message-page">
      <Illustration slug="" className="picture" />
      <div>
        {sign ? <p className="badge">{sign}</p> : null}
        <h1>{title}</h1>
        {children}
      </div>
      {after}
    </section>
  );
}

export function NotFound() {
  return (
    <MessagePage title={texts.notFound} sign="404" after={<MostRead />}>
      <UnlistedTitle title={texts.notFoundTitle} />
      <p>{texts.nothingHere}</p>
      <p className="hero-buttons">
        <PageLink className="button button-solid" to={routes.home()}>
          {texts.backHome}
        </PageLink>
        <PageLink className="button" to={routes.listing()}>
          {layout.allArticles}
        </PageLink>
      </p>
    </MessagePage>
  );
}

export function ArticleNotFound() {
  return (
    <MessagePage title={texts.articleNotFound}>
      <UnlistedTitle title={texts.articleNotFound} />
      <p>{texts.articleNotFoundText}</p>
      <PageLink className="button button-solid" to={routes.home()}>
        {texts.backHome}
      </PageLink>
    </MessagePage>
  );
}

function SomethingWrong() {
  const isOffline = typeof navigator !== "undefined" && navigator.onLine === false;
  const title = isOffline ? layout.offline : texts.wrong;
  return (
    <MessagePage title={title}>
      <UnlistedTitle title={title} />
      <p>{isOffline ? layout.offlineHint : texts.notLoaded}</p>
      <p className="hero-buttons">
        <button type="button" className="button button-solid needs-script" onClick={() => location.reload()}>
          {layout.tryAgain}
        </button>
        <PageLink className="button" to={routes.home()}>
          {texts.backHome}
        </PageLink>
      </p>
    </MessagePage>
  );
}

export function PageError() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <SomethingWrong />;
  if (error.data?.kind === "article") return <ArticleNotFound />;
  return error.status === 404 ? <NotFound /> : <SomethingWrong />;
}
