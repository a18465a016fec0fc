import type { Definition, Language, ShownChanges } from '@sportello/contract'
import { changesBetween, treeOf, withIds } from '@sportello/editing'
import { bareDefinition } from '../bundle/rules.ts'
import { describeChange, describeSecretChange } from './describe-change.ts'

/** Maximum number of differences that are described as sentences. */
const MAX_CHANGES = 500

/**
 * Describes the differences between two versions of a form as sentences. If steps and fields of `after` have no ids,
 * they
 * get the ids of the matching steps and fields in `before`. Of a secret, the result shows only that it has changed,
 * never the value.
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

/** Returns the secret parts of a form's parameters, keyed by parameter. Parameters without a secret are missing. */
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
