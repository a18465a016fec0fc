import type { DraftOperation, Language } from '@sportello/contract'
import type { CheckedForm } from './checked-form.ts'

/** Severity of a problem. An error prevents the publication, a warning must be confirmed, and a hint is only shown. */
export type Severity = 'error' | 'warning' | 'hint'

/** Where a problem is in a form definition. */
export interface Place {
  /** Id of the step that has the problem; `ROOT_ID` for the whole form. */
  step: string
  /** Id of the field that has the problem; undefined if the step itself has it. */
  field?: string
  /**
   * Keys that lead from the content of the step or field to the invalid value; empty if the whole step or field has the
   * problem.
   */
  path: readonly string[]
}

/**
 * A problem that a check has found in a form. It contains no text itself, so that it can be shown in any language
 * (`textOfFinding`).
 */
export interface Finding {
  /** Id of the check. */
  check: string
  severity: Severity
  /** Key of the message among the texts of the check. */
  text: string
  /** Values for the placeholders {1} and {2} in the message. */
  values: readonly string[]
  place: Place
  /** Draft operations that repair the problem; undefined if the author must decide. */
  fix?: readonly DraftOperation[]
}

/** What a check returns for one problem. The other properties of the finding are added later. */
export interface Found<Text extends string = string> {
  text: Text
  place: Place
  values?: readonly (string | number)[]
  fix?: readonly DraftOperation[]
  /** Set if the severity of this problem differs from the usual severity of the check. */
  severity?: Severity
}

/** A rule for forms, with the messages for violations of the rule. */
export interface Check<Text extends string = string> {
  id: string
  severity: Severity
  /** The rule as one English sentence, for the documentation and for reports in the SARIF format. */
  rule: string
  /** The messages of the check in each language. `fix` is the label of the button that repairs the problem. */
  words: Readonly<Record<Language, Readonly<Record<Text, string>> & { fix?: string }>>
  /** Yields the problems of a form that violate the rule. */
  find: (form: CheckedForm) => Iterable<Found<Text>>
}

/** Returns a repair that sets a value in the content of a step or field, or deletes the key if no value is given. */
export function setFix(id: string, path: readonly string[], value?: string | number | boolean): { fix: DraftOperation[] } {
  return { fix: [{ type: 'set', id, path: [...path], ...(value !== undefined && { value }) }] }
}

const LANGUAGE = 'language:'

/** Returns a value for a message that is shown as the name of a language. */
export const languageValue = (code: string): string => `${LANGUAGE}${code}`

/** Converts a value of a finding to text in the given language. */
export function textOfValue(value: string, language: Language): string {
  if (!value.startsWith(LANGUAGE)) return value
  const code = value.slice(LANGUAGE.length)
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  } catch {
    // Returns the code itself if it is not a valid language code, which can occur in a draft.
    return code
  }
}

/** Declares a check. The type parameter makes the compiler verify that the messages exist in all languages. */
export function defineCheck<Text extends string>(check: Check<Text>): Check {
  return check as unknown as Check
}
