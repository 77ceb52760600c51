/**
 * Compile errors that name the key. TypeScript checks a literal for unknown keys where it is passed, but not where a function returns it, and
 * not where its type is inferred. So the type is inferred first, and what is wrong with it is told beside it, at any depth.
 */

/**
 * Nothing where there is no key to complain of; otherwise the field has a type that no value has, and that says why. It is an object, because
 * with a text in its place TypeScript would see two texts at odds, and say of the whole that it can never be.
 */
export type Complaint<Field extends string, Key, Why extends string> =
  IsAny<Key> extends true
    ? unknown
    : [Key] extends [never]
      ? unknown
      : { readonly [Name in Field]: { readonly mistake: `"${Key & string}" ${Why}` } };

/** What comes from a mistake that the compiler has told of already. */
type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** The keys of a result, of each of its alternatives, that are none of those known. */
export type Extra<Result, Keys> = Result extends unknown ? Exclude<keyof Result, Keys> : never;

/** The paths of all keys that a type has and the allowed one has not. Deeper than this nobody has been seen to nest. */
export type ExtraKeys<
  Given,
  Allowed,
  Path extends string = "",
  Depth extends readonly 0[] = [],
> = Depth["length"] extends 8
  ? never
  : unknown extends Allowed
    ? never
    : Given extends readonly (infer Item)[]
      ? ExtraKeys<Item, ItemOf<Allowed>, `${Path}[]`, [...Depth, 0]>
      : Given extends object
        ? ExtraKeysOfObject<Given, ObjectsOf<Allowed>, Path, Depth>
        : never;

type ExtraKeysOfObject<Given extends object, Allowed, Path extends string, Depth extends readonly 0[]> = {
  [Key in keyof Given & string]-?: string extends Key
    ? never
    : Key extends KeysOf<Allowed>
      ? ExtraKeys<Given[Key], ValueAt<Allowed, Key>, Join<Path, Key>, [...Depth, 0]>
      : Join<Path, Key>;
}[keyof Given & string];

type Join<Path extends string, Key extends string> = Path extends "" ? Key : `${Path}.${Key}`;
type ItemOf<Allowed> = Allowed extends readonly (infer Item)[] ? Item : never;
type ObjectsOf<Allowed> = Exclude<Extract<Allowed, object>, readonly unknown[]>;
type KeysOf<Allowed> = Allowed extends unknown ? keyof Allowed : never;
type ValueAt<Allowed, Key> = Allowed extends unknown ? (Key extends keyof Allowed ? Allowed[Key] : never) : never;

/** Under which key of the whole a path begins. */
export type HeadOf<Path> = Path extends `${infer Head}.${string}`
  ? BareKey<Head>
  : Path extends string
    ? BareKey<Path>
    : never;

type BareKey<Key extends string> = Key extends `${infer Name}[]${string}` ? Name : Key;
