import { type Definition, type FormField, MAX_ID_LENGTH, ROOT_ID, type Tag } from '@sportello/contract'
import { withTwins } from './twins.ts'

/** A step of a definition with its fields and child steps. The root step has no id. */
type Step = Pick<Tag, 'code_tag' | 'form_fields' | 'children' | 'id'>

/**
 * Returns a form definition in which every step and field has a unique id. Ids that are already set and unique are
 * kept. A node without an id gets the id of its counterpart in `previous` (a step with the same code, a field of that
 * step with the same property code, or the n-th block of the same type), so that a document without ids keeps the
 * stored ids. Without a counterpart, the id is derived from the step's code, so the same document gets the same ids in
 * every deployment. If the document pairs no steps and fields with their translations, the function pairs them
 * (`withTwins`).
 */
export function withIds(definition: Definition, previous?: Definition): Definition {
  const ids = new Ids(definition, previous)
  const root = ids.fill({ ...definition, id: ROOT_ID })
  const { id: _root, ...rest } = root
  return withTwins(rest as Definition)
}

class Ids {
  readonly #taken = new Set<string>([ROOT_ID])
  /** For each step and field, the id that the definition contains or takes from the previous document. */
  readonly #known = new Map<object, string>()

  constructor(definition: Definition, previous: Definition | undefined) {
    const steps = [...stepsOf(definition)]
    for (const step of steps) {
      if (step !== definition) this.#keep(step, step.id)
      for (const field of step.form_fields) this.#keep(field, field.id)
    }
    const before = new Map(previous ? [...stepsOf(previous)].map((step) => [step.code_tag, step]) : [])
    for (const step of steps) {
      const counterpart = before.get(step.code_tag)
      if (!counterpart) continue
      if (step !== definition) this.#keep(step, counterpart.id)
      const fields = fieldsByKey(counterpart)
      for (const [key, field] of fieldsByKey(step)) this.#keep(field, fields.get(key)?.id)
    }
  }

  fill<S extends Step>(step: S): S {
    const form_fields = step.form_fields.map((field, place) => ({ ...field, id: this.#known.get(field) ?? this.#free(`${step.code_tag}-${place}`) }))
    const children = step.children.map((child) => this.fill({ ...child, id: this.#known.get(child) ?? this.#free(child.code_tag) }))
    return { ...step, form_fields, children }
  }

  /** Stores the id of a step or field if it has none yet, unless another node already uses the id. */
  #keep(node: object, id: string | undefined): void {
    if (id === undefined || id === '' || id.length > MAX_ID_LENGTH || this.#taken.has(id) || this.#known.has(node)) return
    this.#taken.add(id)
    this.#known.set(node, id)
  }

  /** Returns the given id or, if another node uses it, the id with a number appended. */
  #free(wanted: string): string {
    let id = wanted
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted.slice(0, MAX_ID_LENGTH - 6)}-${number}`
    this.#taken.add(id)
    return id
  }
}

function* stepsOf(step: Step): Generator<Step> {
  yield step
  for (const child of step.children) yield* stepsOf(child)
}

/** Returns a key with which the counterpart of a field can be found in another version of its step. */
function fieldKey(field: FormField, seen: Map<string, number>): string {
  // If the draft was edited as JSON, the field may contain values of any type.
  const value = field.value as { property_code?: unknown } | null | undefined
  const name = JSON.stringify(field.type === 'PROPERTY' || field.type === 'EMAIL' ? ['property', value?.property_code] : field.type)
  const nth = seen.get(name) ?? 0
  seen.set(name, nth + 1)
  return `${name} ${nth}`
}

function fieldsByKey(step: Step): Map<string, FormField> {
  const seen = new Map<string, number>()
  return new Map(step.form_fields.map((field) => [fieldKey(field, seen), field]))
}

/**
 * Returns a copy of a branch with new random ids for every step and field. Steps inside the branch stay paired with
 * their
 * translations. Pairs with steps outside are dropped, because a step has only one translation in each language.
 * @param asTranslation true if each step and field of the copy becomes the translation of its original
 */
export function withNewIds(branch: Tag, newId: () => string, { asTranslation = false } = {}): Tag {
  const ids = new Map<string, string>()
  const fresh = (id: string | undefined) => {
    const created = newId()
    if (id !== undefined) ids.set(id, created)
    return created
  }
  const copy = (step: Tag): Tag => ({
    ...withTwin(step, step.twin_of ?? step.id),
    id: fresh(step.id),
    form_fields: step.form_fields.map((field) => ({ ...withTwin(field, field.twin_of ?? field.id), id: fresh(field.id) })),
    children: step.children.map(copy),
  })
  const withTwin = <T extends Twin>(node: T, original: string | undefined): T =>
    asTranslation && original !== undefined ? { ...node, twin_of: original } : node
  const pair = <T extends Twin>({ twin_of, ...node }: T): T => {
    const twin = twin_of === undefined || asTranslation ? twin_of : ids.get(twin_of)
    return (twin === undefined ? node : { ...node, twin_of: twin }) as T
  }
  const paired = (step: Tag): Tag => ({ ...pair(step), form_fields: step.form_fields.map(pair), children: step.children.map(paired) })
  return paired(copy(branch))
}

type Twin = { twin_of?: string | undefined }
