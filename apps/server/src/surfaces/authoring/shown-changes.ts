import type { Definition, Language, ShownChanges } from '@sportello/contract'
import { changesBetween, treeOf, withIds } from '@sportello/editing'
import { bareDefinition } from '../bundle/rules.ts'
import { describeChange, describeSecretChange } from './describe-change.ts'

/** Maximum number of differences that are described as sentences. */
const MAX_CHANGES = 500

/**
 * Describes the differences between two versions of a form as sentences. Steps and fields of `after` that have no ids
 * get the ids of the corresponding steps and fields of `before`. The value of a secret is never shown, only that it has
 * changed.
 */
export function shownChanges(before: Definition, after: Definition, language: Language): ShownChanges {
  const first = withIds(before)
  const [bare, bareAfter] = [bareDefinition(first), bareDefinition(after)]
  const found = changesBetween(treeOf(bare), treeOf(withIds(bareAfter, bare)))
  // A value that is in the complete parameters, but not in the parameters without secrets, is a secret.
  const isSecretChanged = JSON.stringify(secretPart(before, bare)) !== JSON.stringify(secretPart(after, bareAfter))
  const changes = found.slice(0, MAX_CHANGES).map((change) => describeChange(change, language))
  return {
    changes: isSecretChanged ? [describeSecretChange(language), ...changes] : changes,
    total: found.length + (isSecretChanged ? 1 : 0),
  }
}

/** Returns the parameters of a form whose values contain a secret, each with its secret parts. */
function secretPart({ form_params: whole }: Definition, { form_params: bare }: Definition): [string, unknown][] {
  const open = bare as Readonly<Record<string, unknown>>
  return Object.entries(whole)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(open[key]))
    .map(([key, value]): [string, unknown] => [key, secretsIn(value, open[key])])
    .toSorted(([one], [other]) => one.localeCompare(other))
}

/** Returns the parts of a parameter that are missing in its version without secrets. */
function secretsIn(whole: unknown, bare: unknown): unknown {
  if (typeof whole !== 'object' || whole === null || typeof bare !== 'object' || bare === null) return whole
  const open = bare as Readonly<Record<string, unknown>>
  return Object.entries(whole).flatMap(([key, value]) => (JSON.stringify(value) === JSON.stringify(open[key]) ? [] : [[key, secretsIn(value, open[key])]]))
}
