import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import type { Asset, Bundle, FormField, FormParams, Property, Tag } from '@sportello/contract'
import { bundle as bundleSchema, unkeyedDestinations } from '@sportello/contract/schemas'
import { lengthLimitOf, patternsOf } from '@sportello/fields'
import { parse as parseYaml } from 'yaml'
import { fitsMessage, MAX_KNOWN_BYTES, usernameKey } from '../accounts/rules.ts'
import { assetTypeOf, decodeDataUrl } from '../assets/rules.ts'
import { uploadFaults } from '../customers/rules.ts'
import { patternFault } from '../definitions/rules.ts'
import { isStorable } from '../http/storable.ts'
import { templateFault } from '../requests/rules.ts'
import { codesOf, furtherFaults } from './further-faults.ts'

/** One thing wrong with a bundle, named by its JSON Pointer (RFC 6901). */
export interface BundleFault {
  pointer: string
  message: string
}

export type BundleReading = { bundle: Bundle; faults: [] } | { bundle: null; faults: BundleFault[] }

const pointerOf = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Reads a bundle file, JSON or YAML, and everything that it names beside it. Tells every fault at once. */
export async function readBundleFile(file: string): Promise<BundleReading> {
  let document: unknown
  try {
    const text = await readFile(file, 'utf8')
    document = extname(file) === '.json' ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 1_000 })
  } catch (error) {
    return { bundle: null, faults: [{ pointer: '', message: error instanceof Error ? error.message : String(error) }] }
  }
  return readBundle(document, dirname(resolve(file)))
}

/** @param folder where the files that assets name are looked for */
export async function readBundle(document: unknown, folder: string): Promise<BundleReading> {
  if (!isBounded(document)) return { bundle: null, faults: [{ pointer: '', message: 'holds a NUL character, an unpaired surrogate, or is nested too deeply' }] }
  const parsed = bundleSchema.safeParse(document)
  if (!parsed.success) {
    return { bundle: null, faults: parsed.error.issues.flatMap(faultsOfIssue) }
  }
  const faults = [...ruleFaults(parsed.data)]
  const assets: Asset[] = []
  for (const [at, asset] of parsed.data.assets.entries()) {
    try {
      assets.push(await embedAsset(asset, folder))
    } catch (error) {
      faults.push({
        pointer: `/assets/${at}/${asset.file === undefined ? 'data_url' : 'file'}`,
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
  if (faults.length > 0) return { bundle: null, faults }
  return { bundle: { ...parsed.data, assets }, faults: [] }
}

/** Strings are checked whole; breadth is not bounded here, since a form of 10,000 steps is no attack. */
function isBounded(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return isStorable(value)
  return depth < 80 && Object.entries(value).every(([key, each]) => isStorable(key) && isBounded(each, depth + 1))
}

interface SchemaIssue {
  path: PropertyKey[]
  message: string
  code?: string | undefined
  keys?: string[]
}

function faultsOfIssue(issue: SchemaIssue): BundleFault[] {
  if (issue.code === 'unrecognized_keys' && issue.keys)
    return issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), message: 'is not a known key' }))
  return [{ pointer: pointerOf(issue.path), message: issue.message }]
}

/** What the schema cannot say: codes used twice, patterns and templates that do not compile, references inside one definition. */
function* ruleFaults(bundle: Bundle): Generator<BundleFault> {
  for (const [at, definition] of bundle.definitions.entries()) {
    yield* tagFaults(definition, `/definitions/${at}`, { seen: new Set(), asked: new Set(), depth: 0 })
  }
  yield* duplicates(
    bundle.definitions.map((each) => each.code_tag),
    '/definitions',
    'code_tag',
  )
  yield* duplicates(
    bundle.forms.map((each) => each.code_form),
    '/forms',
    'code_form',
  )
  yield* duplicates(
    bundle.settings.map((each) => each.code),
    '/settings',
    'code',
  )
  yield* duplicates(
    bundle.integrations.map((each) => each.service),
    '/integrations',
    'service',
  )
  yield* duplicates(
    bundle.assets.map((each) => `${each.kind} ${each.name}`),
    '/assets',
    'name',
  )
  yield* duplicates(
    bundle.templates.map((each) => `${each.name} ${each.lang_code}`),
    '/templates',
    'name',
  )
  yield* duplicates(
    bundle.accounts.map(({ form, username }) => `${form} ${usernameKey(username)}`),
    '/accounts',
    'username',
  )
  yield* duplicates(
    bundle.tokens.map(({ form, token }) => `${form} ${token.normalize('NFKC').trim()}`),
    '/tokens',
    'token',
  )
  yield* oversized(bundle)
  yield* routedTwice(bundle)
  for (const [at, { params }] of bundle.forms.entries()) yield* unkeyed(params, `/forms/${at}/params/destination`)
  for (const [at, form] of bundle.forms.entries()) for (const { pointer, message } of uploadFaults(form)) yield { pointer: `/forms/${at}${pointer}`, message }
  for (const [at, template] of bundle.templates.entries()) {
    for (const part of ['subject', 'html'] as const) {
      const wrong = templateFault(template[part])
      if (wrong) yield { pointer: `/templates/${at}/${part}`, message: wrong }
    }
  }
}

function* duplicates(codes: readonly string[], pointer: string, key: string): Generator<BundleFault> {
  const seen = new Set<string>()
  for (const [at, code] of codes.entries()) {
    // A token is as good as a password: it is not repeated where faults are printed.
    if (seen.has(code)) yield { pointer: `${pointer}/${at}/${key}`, message: key === 'token' ? 'stands here twice' : `"${code}" stands here twice` }
    seen.add(code)
  }
}

function* oversized({ accounts, tokens }: Bundle): Generator<BundleFault> {
  const wrong = (known: object, pointer: string): BundleFault[] => (fitsMessage(known) ? [] : [{ pointer, message: `is larger than ${MAX_KNOWN_BYTES} bytes` }])
  for (const [at, { metadata }] of accounts.entries()) yield* wrong(metadata, `/accounts/${at}/metadata`)
  for (const [at, { fields, metadata }] of tokens.entries()) yield* wrong({ ...metadata, ...fields }, `/tokens/${at}/metadata`)
}

function* unkeyed(params: FormParams, pointer: string): Generator<BundleFault> {
  for (const name of unkeyedDestinations(params)) yield { pointer, message: `"${name}" has no secret or token` }
}

/** The four levels of a routing, compared in lower case, lead to one form. */
function* routedTwice(bundle: Bundle): Generator<BundleFault> {
  const seen = new Set<string>()
  for (const [at, form] of bundle.forms.entries()) {
    for (const [place, { client, sub_client = '', sub_client2 = '', sub_client3 = '' }] of form.mappings.entries()) {
      const levels = JSON.stringify([client, sub_client, sub_client2, sub_client3].map((level) => level.toLowerCase()))
      if (seen.has(levels)) yield { pointer: `/forms/${at}/mappings/${place}`, message: 'stands here twice' }
      seen.add(levels)
    }
  }
}

const MAX_TREE_DEPTH = 20

interface Place {
  seen: Set<string>
  /** Codes of the questions on the way here. */
  asked: ReadonlySet<string>
  depth: number
}

function* tagFaults(tag: Pick<Tag, 'code_tag' | 'form_fields' | 'children'>, pointer: string, { seen, asked, depth }: Place): Generator<BundleFault> {
  if (seen.has(tag.code_tag)) yield { pointer: `${pointer}/code_tag`, message: `"${tag.code_tag}" stands in this definition twice` }
  seen.add(tag.code_tag)
  if (depth > MAX_TREE_DEPTH) yield { pointer, message: `stands more than ${MAX_TREE_DEPTH} levels deep` }
  for (const [at, field] of tag.form_fields.entries()) yield* fieldFaults(field, `${pointer}/form_fields/${at}/value`)
  yield* furtherFaults(tag.form_fields, asked, `${pointer}/form_fields`)
  const below = { seen, asked: new Set([...asked, ...codesOf(tag.form_fields)]), depth: depth + 1 }
  for (const [at, child] of tag.children.entries()) yield* tagFaults(child, `${pointer}/children/${at}`, below)
}

function* fieldFaults(field: FormField, pointer: string): Generator<BundleFault> {
  if (field.type === 'PROPERTY' || field.type === 'EMAIL') yield* propertyFaults(field.value, pointer)
  if (field.type === 'TOKEN_LOGIN') for (const [at, property] of field.value.fields.entries()) yield* propertyFaults(property, `${pointer}/fields/${at}`)
  if (field.type === 'FURTHER_QUESTIONS')
    for (const [at, { property }] of field.value.fields.entries()) yield* propertyFaults(property, `${pointer}/fields/${at}/property`)
  if (field.type === 'HTML_SUMMARY') {
    const wrong = templateFault(field.value)
    if (wrong) yield { pointer, message: wrong }
  }
}

function* propertyFaults({ default_value: settings }: Property, pointer: string): Generator<BundleFault> {
  for (const pattern of patternsOf(settings)) {
    const wrong = patternFault(pattern, lengthLimitOf(settings))
    if (wrong) yield { pointer: `${pointer}/default_value/${pattern === settings.validation_mask ? 'validation_mask' : 'validation'}`, message: wrong }
  }
}

/** The content of an asset, from its data URL or the file beside the bundle; only raster images, known by their bytes, and JSON for texts. */
async function embedAsset(asset: Asset, folder: string): Promise<Asset> {
  const content =
    asset.file === undefined
      ? decodeDataUrl(asset.data_url ?? '')
      : await readFile(resolve(folder, asset.file)).catch(() => {
          throw new Error(`"${asset.file}" cannot be read`)
        })
  return { kind: asset.kind, name: asset.name, data_url: `data:${assetTypeOf(asset.kind, content)};base64,${content.toString('base64')}` }
}

export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url')
}
