/** Which chapters, and which of their files, a run asks for. */
import { type Chapter, fileName, filesOf } from "./chapters.ts";

export interface Choice {
  /** Chapters, and files as `chapter/file`. Everything where nothing is said. */
  readonly wanted: readonly string[];
  /** Chapters and files that run only when they are wanted by the name that they have here. */
  readonly waiting: Readonly<Record<string, string>>;
}

/** Throws an `Error` that says what there is, where something is named that there is not. */
export function chooseChapters(chapters: readonly Chapter[], { wanted, waiting }: Choice): Chapter[] {
  const known = chapters.flatMap((chapter) => [chapter.name, ...filesOf(chapter).map((file) => keyOf(chapter, file))]);
  const unknown = [...wanted, ...Object.keys(waiting)].filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    const names = chapters.map(({ name }) => name).join(", ");
    throw new Error(`there is no chapter and no file ${unknown.join(", ")}: ${names}`);
  }
  const isAsked = ({ name }: Chapter, key: string) => {
    if (wanted.includes(key)) return true;
    if (Object.hasOwn(waiting, key)) return false;
    return wanted.length === 0 ? !Object.hasOwn(waiting, name) : wanted.includes(name);
  };
  return chapters
    .map((chapter) => {
      const files = filesOf(chapter).filter((file) => isAsked(chapter, keyOf(chapter, file)));
      return { ...chapter, files: files.map(fileName) };
    })
    .filter(({ files }) => files.length > 0);
}

function keyOf({ name }: Chapter, file: string): string {
  return `${name}/${fileName(file)}`;
}
