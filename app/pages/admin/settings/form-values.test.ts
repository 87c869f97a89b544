import { describe, expect, test } from "vitest";
import { conflictsOf, type FormValues, mergeForms, onlyTheirs } from "./form-values.ts";

const START: FormValues = { fields: { siteName: "Skylark", siteDescription: "", allowComments: true }, chosen: [] };
const form = (fields: FormValues["fields"], chosen: FormValues["chosen"] = []): FormValues => ({
  fields: { ...START.fields, ...fields },
  chosen,
});

describe("two forms that began with the same values", () => {
  test("different fields: both changes are kept, without a question", () => {
    const forms = { base: START, mine: form({ siteName: "Wren" }), theirs: form({ allowComments: false }) };
    expect(conflictsOf(forms)).toEqual([]);
    expect(onlyTheirs(forms)).toEqual(["allowComments"]);
    expect(mergeForms(forms).fields).toEqual({ siteName: "Wren", siteDescription: "", allowComments: false });
  });

  test("the same field: a question, unless both want the same", () => {
    const forms = { base: START, mine: form({ siteName: "Wren", siteDescription: "Sung" }), theirs: form({ siteName: "Robin" }) };
    expect(conflictsOf(forms)).toEqual(["siteName"]);
    expect(onlyTheirs(forms)).toEqual([]);
    expect(mergeForms(forms).fields).toMatchObject({ siteName: "Wren", siteDescription: "Sung" });
    expect(mergeForms(forms, new Set(["siteName"])).fields).toMatchObject({ siteName: "Robin", siteDescription: "Sung" });
    expect(conflictsOf({ ...forms, theirs: forms.mine })).toEqual([]);
  });

  test("a field that this form has put back to its start is the other's to change", () => {
    const forms = {
      base: form({ siteDescription: "Sung" }),
      mine: form({ siteDescription: "Sung" }),
      theirs: form({ siteDescription: "" }),
    };
    expect(mergeForms(forms).fields).toMatchObject({ siteDescription: "" });
  });

  test("settings that are stored because they were chosen: added here, removed there", () => {
    const base = form({}, ["postsPerPage"]);
    const mine = form({}, ["postsPerPage", "siteName"]);
    expect(mergeForms({ base, mine, theirs: form({}) }).chosen).toEqual(["siteName"]);
    expect(mergeForms({ base, mine: form({}), theirs: mine }).chosen).toEqual(["siteName"]);
  });
});
