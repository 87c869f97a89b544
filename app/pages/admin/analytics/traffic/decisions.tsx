import { RULE_KINDS } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { BulkBar } from "../../frame/bulk-bar.tsx";
import { Menu } from "../../frame/menu.tsx";
import { KIND_WORDS } from "./traffic-texts.ts";
import { useDecisions } from "./use-decisions.ts";

/** What can be done with the hits that are chosen. */
export function Decisions({ ids, onClear }: { ids: string[]; onClear(): void }) {
  const { release, block, isBusy } = useDecisions(ids, onClear);
  return (
    <BulkBar count={ids.length} onClear={onClear}>
      <Menu
        label="Release"
        items={[
          { label: "Release these", disabled: isBusy, onSelect: () => void release() },
          { label: "Release and allow their user agents", disabled: isBusy, onSelect: () => void release("user_agent") },
          { label: "Release and allow their networks", disabled: isBusy, onSelect: () => void release("network") },
        ]}
      >
        Release
        <AdminIcon name="down" />
      </Menu>
      <Menu
        label="Block"
        items={RULE_KINDS.map((kind) => ({
          label: `Block by ${KIND_WORDS[kind].label.toLowerCase()}`,
          tone: "danger" as const,
          disabled: isBusy,
          onSelect: () => void block(kind),
        }))}
      >
        Block
        <AdminIcon name="down" />
      </Menu>
    </BulkBar>
  );
}
