import {
  type Asset,
  type Bundle,
  type FormField,
  type FormParams,
  type FormSetting,
  MAX_TREE_DEPTH,
  type Property,
  type Setting,
  type Tag,
  type Template,
} from '@sportello/contract'
import { unkeyedDestinations } from '@sportello/contract/schemas'
import { lengthLimitOf, patternsOf } from '@sportello/fields'
import { uploadFaults } from '../../catalogue/customers/rules.ts'
import { patternFault } from '../../catalogue/definitions/rules.ts'
import { fitsMessage, MAX_KNOWN_BYTES, usernameKey } from '../../entrance/accounts/rules.ts'
import { templateError } from '../../requests/requests/rules.ts'
import type { BundleFault } from './bundle-fault.ts'
import { codesOf, furtherFaults } from './further-faults.ts'

/** The properties of a step that the checks of a bundle read. */
export interface ReadableStep extends Pick<Tag, 'code_tag' | 'form_fields'> {
  children: readonly ReadableStep[]
}

type Holed<T> = readonly (T | undefined)[]

/**
 * A bundle, or the valid parts of an invalid bundle. An entry that cannot be parsed is undefined, so that the other
 * entries keep their indexes.
 */
export interface ReadableBundle {
  definitions: readonly ReadableStep[]
  forms: Holed<FormSetting>
  settings: Holed<Setting>
  integrations: Holed<Bundle['integrations'][number]>
  templates: Holed<Template>
  assets: Holed<Asset>
  accounts: Holed<Bundle['accounts'][number]>
  tokens: Holed<Bundle['tokens'][number]>
}

/**
 * Returns the valid entries of a list in an imported bundle file, each with its index in the file. Skips entries that
 * could not be parsed.
 */
export const placed = <T>(list: Holed<T>): [at: number, entry: T][] => [...list.entries()].flatMap(([at, entry]) => (entry === undefined ? [] : [[at, entry]]))

/**
 * Yields the errors of a bundle that a schema cannot express: duplicate codes, invalid patterns and templates, and
 * wrong references inside a definition.
 */
export function* ruleFaults(bundle: ReadableBundle): Generator<BundleFault> {
  for (const [at, definition] of bundle.definitions.entries()) {
    yield* tagFaults(definition, `/definitions/${at}`, { seen: new Set(), asked: new Set(), depth: 0 })
  }
  yield* duplicates(
    bundle.definitions.map((each) => each.code_tag || undefined),
    '/definitions',
    'code_tag',
  )
  yield* duplicates(
    bundle.forms.map((each) => each?.code_form),
    '/forms',
    'code_form',
  )
  yield* duplicates(
    bundle.settings.map((each) => each?.code),
    '/settings',
    'code',
  )
  yield* duplicates(
    bundle.integrations.map((each) => each?.service),
    '/integrations',
    'service',
  )
  yield* duplicates(
    bundle.assets.map((each) => each && `${each.kind} ${each.name}`),
    '/assets',
    'name',
  )
  yield* duplicates(
    bundle.templates.map((each) => each && `${each.name} ${each.lang_code}`),
    '/templates',
    'name',
  )
  yield* duplicates(
    bundle.accounts.map((each) => each && `${each.form} ${usernameKey(each.username)}`),
    '/accounts',
    'username',
  )
  yield* duplicates(
    bundle.tokens.map((each) => each && `${each.form} ${each.token.normalize('NFKC').trim()}`),
    '/tokens',
    'token',
  )
  yield* oversized(bundle)
  yield* routedTwice(bundle)
  for (const [at, { params }] of placed(bundle.forms)) yield* unkeyed(params, `/forms/${at}/params/destination`)
  for (const [at, form] of placed(bundle.forms)) for (const { pointer, message } of uploadFaults(form)) yield { pointer: `/forms/${at}${pointer}`, message }
  for (const [at, template] of placed(bundle.templates)) {
    for (const part of ['subject', 'html'] as const) {
      const wrong = templateError(template[part])
      if (wrong) yield { pointer: `/templates/${at}/${part}`, message: wrong, reason: ['template', wrong] }
    }
  }
}

function* duplicates(codes: Holed<string>, pointer: string, key: string): Generator<BundleFault> {
  const seen = new Set<string>()
  for (const [at, code] of placed(codes)) {
    // The error does not contain the login token, because the token is as secret as a password.
    if (seen.has(code))
      yield {
        pointer: `${pointer}/${at}/${key}`,
        ...(key === 'token' ? { message: 'stands here twice', reason: ['twice_here'] } : { message: `"${code}" stands here twice`, reason: ['twice', code] }),
      }
    seen.add(code)
  }
}

function* oversized({ accounts, tokens }: ReadableBundle): Generator<BundleFault> {
  const wrong = (known: object, pointer: string): BundleFault[] =>
    fitsMessage(known) ? [] : [{ pointer, message: `is larger than ${MAX_KNOWN_BYTES} bytes`, reason: ['too_much'] }]
  for (const [at, { metadata }] of placed(accounts)) yield* wrong(metadata, `/accounts/${at}/metadata`)
  for (const [at, { fields, metadata }] of placed(tokens)) yield* wrong({ ...metadata, ...fields }, `/tokens/${at}/metadata`)
}

function* unkeyed(params: FormParams, pointer: string): Generator<BundleFault> {
  for (const name of unkeyedDestinations(params)) yield { pointer, message: `"${name}" has no secret or token`, reason: ['no_secret', name] }
}

/**
 * Yields an error for each client that the mappings assign to two different forms. The client's levels are compared in
 * lower case.
 */
function* routedTwice(bundle: ReadableBundle): Generator<BundleFault> {
  const seen = new Set<string>()
  for (const [at, form] of placed(bundle.forms)) {
    for (const [place, { client, sub_client = '', sub_client2 = '', sub_client3 = '' }] of form.mappings.entries()) {
      const levels = JSON.stringify([client, sub_client, sub_client2, sub_client3].map((level) => level.toLowerCase()))
      if (seen.has(levels)) yield { pointer: `/forms/${at}/mappings/${place}`, message: 'stands here twice', reason: ['twice_here'] }
      seen.add(levels)
    }
  }
}

interface Place {
  seen: Set<string>
  /** Codes of the questions in the ancestor steps of the checked step. */
  asked: ReadonlySet<string>
  depth: number
}

function* tagFaults(tag: ReadableStep, pointer: string, { seen, asked, depth }: Place): Generator<BundleFault> {
  const { code_tag: code } = tag
  if (code !== '' && seen.has(code)) yield { pointer: `${pointer}/code_tag`, message: `"${code}" stands in this definition twice`, reason: ['twice', code] }
  seen.add(code)
  if (depth > MAX_TREE_DEPTH) yield { pointer, message: `stands more than ${MAX_TREE_DEPTH} levels deep`, reason: ['too_deep', String(MAX_TREE_DEPTH)] }
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
    const wrong = templateError(field.value)
    if (wrong) yield { pointer, message: wrong, reason: ['template', wrong] }
  }
}

function* propertyFaults({ default_value: settings }: Property, pointer: string): Generator<BundleFault> {
  for (const pattern of patternsOf(settings)) {
    const wrong = patternFault(pattern, lengthLimitOf(settings))
    if (wrong)
      yield {
        pointer: `${pointer}/default_value/${pattern === settings.validation_mask ? 'validation_mask' : 'validation'}`,
        message: wrong,
        reason: ['pattern', wrong],
      }
  }
}
