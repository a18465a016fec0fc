import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Bundle, type FormField, isLast, isQuestion, languageOf, type Tag } from '@sportello/contract'
import { readBundleFile } from '../src/surfaces/bundle/read-bundle.ts'

const FOLDER = new URL('../../../demo/gallery/', import.meta.url)

/** Languages of every starting form. The first is the main language. */
export const LANGUAGES = ['it', 'en', 'de', 'es', 'fr', 'el', 'nl'] as const

/** Names of the starting forms' files in demo/gallery, without their extension. */
export const FILE_NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.yaml$/, ''))
  .sort()

export const readStartingForm = (name: string) => readBundleFile(fileURLToPath(new URL(`${name}.yaml`, FOLDER)))

export interface StepPath {
  tag: Tag
  /** The steps of a starting form from the language step down to this step. */
  path: readonly Tag[]
}

/** Yields the steps in the branch of a starting form for one language, depth first. */
export function* stepsOf(bundle: Bundle, language: string): Generator<StepPath> {
  const root = bundle.definitions[0]?.children.find((tag) => languageOf(tag) === language)
  if (root) yield* below(root, [])
}

function* below(tag: Tag, above: readonly Tag[]): Generator<StepPath> {
  const path = [...above, tag]
  yield { tag, path }
  for (const child of tag.children) yield* below(child, path)
}

export const lastSteps = (bundle: Bundle, language: string) => [...stepsOf(bundle, language)].filter(({ tag }) => isLast(tag))

export const questionsOn = (path: readonly Tag[]) => path.flatMap((tag) => tag.form_fields).filter(isQuestion)

export function fieldsOfType<T extends FormField['type']>(path: readonly Tag[], type: T): Extract<FormField, { type: T }>[] {
  return path.flatMap((tag) => tag.form_fields).filter((field): field is Extract<FormField, { type: T }> => field.type === type)
}
