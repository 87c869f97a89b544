import { expect, test } from "vitest";
import { acceptedFiles, fileAt, fileKindText, sizeText } from "./file-rules.ts";

const ID = "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c";

test("sizes", () => {
  expect([512, 1024, 48_213, 1_048_575, 1_363_149].map(sizeText)).toEqual(["512 B", "1 KB", "47 KB", "1024 KB", "1.3 MB"]);
});

test("only the path of a file is one", () => {
  expect(fileAt(`/media/${ID}/larks-at-dawn.mp3`)).toEqual({ id: ID, name: "larks-at-dawn.mp3", format: "mp3" });
  const others = ["larks.html", "larks.svg", "larks.mp3.html", "../larks.mp3", "-larks.mp3", "Larks.mp3", "480.webp", "larks"];
  expect(others.map((name) => fileAt(`/media/${ID}/${name}`))).toEqual(others.map(() => null));
  expect(fileAt(`https://other.example/media/${ID}/larks.mp3`)).toBeNull();
});

test("what a file is, in words and for the file dialog", () => {
  expect([`/media/${ID}/a.pdf`, `/media/${ID}/a.mp3`, "/elsewhere"].map(fileKindText)).toEqual(["PDF file", "MP3 audio", "File"]);
  expect(acceptedFiles("video")).toBe(".mp4,.webm");
});
