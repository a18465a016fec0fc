import type { Definition, Language, Surroundings } from '@sportello/contract'
import { type DraftTree, treeOf } from '@sportello/editing'
import { checkedFormOf } from './checked-form.ts'
import { CHECKS } from './checks.ts'
import { type Check, type Finding, type Severity, textOfValue } from './finding.ts'
import { walkCheck } from './walk/walk-words.ts'

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 }
const BY_ID: ReadonlyMap<string, Check> = new Map([...CHECKS, walkCheck].map((check) => [check.id, check]))

/**
 * Runs all checks on the tree of a draft, which may be incomplete. Results for texts, patterns and templates that have
 * not changed since the last call come from a cache.
 * @returns the problems, in the order of the form; for the same step or field, the most severe problem comes first
 */
export function checkTree(tree: DraftTree, known: Surroundings): Finding[] {
  const form = checkedFormOf(tree, known)
  const order = new Map(form.steps.flatMap((step) => [step.id, ...step.fields.map(({ id }) => id)]).map((id, at) => [id, at]))
  const placeOf = ({ place }: Finding) => order.get(place.field ?? place.step) ?? 0
  const findings = CHECKS.flatMap((check) =>
    [...check.find(form)].map(
      ({ text, place, values = [], fix, severity = check.severity }): Finding => ({
        check: check.id,
        severity,
        text,
        values: values.map(String),
        place,
        ...(fix && { fix }),
      }),
    ),
  )
  return distinct(findings).toSorted((one, other) => placeOf(one) - placeOf(other) || RANK[one.severity] - RANK[other.severity])
}

/** Removes findings that report the same problem at the same place. */
function distinct(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ check, text, values, place }: Finding) => JSON.stringify([check, text, values, place.step, place.field, place.path])
  return [...new Map(findings.toReversed().map((finding) => [keyOf(finding), finding])).values()].toReversed()
}

/** Runs all checks on a form definition. Steps and fields without ids get the ids that an import would assign. */
export function checkDefinition(definition: Definition, known: Surroundings): Finding[] {
  return checkTree(treeOf(definition), known)
}

/** Returns the message of a finding in the given language. */
export function textOfFinding({ check, text, values }: Finding, language: Language): string {
  const template = BY_ID.get(check)?.words[language][text] ?? text
  return template.replace(/\{(\d)\}/g, (_placeholder, number: string) => textOfValue(values[Number(number) - 1] ?? '', language))
}

/** Returns the label of the button that repairs the problem; undefined if the finding offers no repair. */
export function fixLabel({ check, fix }: Finding, language: Language): string | undefined {
  return fix && BY_ID.get(check)?.words[language].fix
}
