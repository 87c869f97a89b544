import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { AdminCategory } from "../../../domain/categories/category.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState, NothingFound, QueryView } from "../frame/query-view.tsx";
import { SearchBox, Toolbar } from "../frame/toolbar.tsx";
import { useAskedForNew } from "../frame/use-asked-for-new.ts";
import { useListState } from "../frame/use-list-state.ts";
import { useRowFocus } from "../frame/use-row-focus.ts";
import { CreateCategory, DeleteCategory, EditCategory } from "./category-dialogs.tsx";
import { hueOf } from "./category-name.tsx";
import { categoriesQuery } from "./queries.ts";

const figures = new Intl.NumberFormat("en-US");

type CategoryCardProps = { category: AdminCategory; onEdit(): void; onDelete(): void };

function CategoryCard({ category, onEdit, onDelete }: CategoryCardProps) {
  const { id, name, slug, description, color, posts_count, published_count } = category;
  return (
    <li className="category-card cat-own" style={hueOf(color)}>
      <header>
        <h2>{name}</h2>
        <div className="category-card-actions">
          <button type="button" className="icon-button" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
            <AdminIcon name="edit" />
          </button>
          <button type="button" className="icon-button" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
            <AdminIcon name="trash" />
          </button>
        </div>
      </header>
      <p className="row-note">
        <code>{slug}</code>
      </p>
      {description ? (
        <p className="category-description" dir="auto">
          {description}
        </p>
      ) : null}
      <footer>
        <Link className="text-link" to={`${adminRoutes.posts()}?category=${id}`}>
          {`${figures.format(posts_count)} ${posts_count === 1 ? "post" : "posts"}`}
        </Link>
        <span>{`${figures.format(published_count)} published`}</span>
        <Illustration slug={slug} className="picture" />
      </footer>
    </li>
  );
}

type CategoryCardsProps = { items: readonly AdminCategory[]; busy: boolean; onTask(task: Task): void };

function CategoryCards({ items, busy, onTask }: CategoryCardsProps) {
  const cards = useRowFocus<HTMLUListElement>();
  return (
    <ul ref={cards} className="category-cards" aria-busy={busy || undefined}>
      {items.map((category) => (
        <CategoryCard
          key={category.id}
          category={category}
          onEdit={() => onTask({ kind: "edit", category })}
          onDelete={() => onTask({ kind: "delete", category })}
        />
      ))}
    </ul>
  );
}

type Task = { kind: "create" } | { kind: "edit" | "delete"; category: AdminCategory };

function TaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const { data } = useQuery(categoriesQuery({ search: "" }));
  if (task.kind === "create") return <CreateCategory onClose={onClose} />;
  if (task.kind === "edit") return <EditCategory category={task.category} onClose={onClose} />;
  return <DeleteCategory category={task.category} others={data?.items ?? []} onClose={onClose} />;
}

export function Categories() {
  const { values, set, reset } = useListState({ search: "" });
  const categories = useQuery(categoriesQuery(values));
  const [task, setTask] = useState<Task | null>(null);
  useAskedForNew(() => setTask({ kind: "create" }));
  const create = (
    <button type="button" className="button button-solid" onClick={() => setTask({ kind: "create" })}>
      New category
    </button>
  );
  const empty = values.search ? (
    <NothingFound
      title="No categories found"
      hint="Try another search, or show all."
      showAll="Show all categories"
      onShowAll={reset}
    />
  ) : (
    <EmptyState title="No categories found" hint="Readers browse articles by category." action={create} />
  );
  return (
    <AdminPage title="Categories" actions={create}>
      <Toolbar>
        <SearchBox label="Search categories" value={values.search} onChange={(search) => set({ search })} />
      </Toolbar>
      <QueryView query={categories} noun="categories" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items }) => <CategoryCards items={items} busy={categories.isPlaceholderData} onTask={setTask} />}
      </QueryView>
      {task ? <TaskDialog task={task} onClose={() => setTask(null)} /> : null}
    </AdminPage>
  );
}
