import type { DraftOperation, Language } from '@sportello/contract'
import type { CheckedForm } from './checked-form.ts'

/** How bad a fault is: an error stops the publication, a warning must be confirmed, a hint is only shown. */
export type Severity = 'error' | 'warning' | 'hint'

/** Where a fault is in a definition. */
export interface Place {
  /** Id of the step; `ROOT_ID` for the whole form. */
  step: string
  /** Id of the field; absent if the fault is in the step itself. */
  field?: string
  /** Keys from the content of the step or field to the wrong value; empty for the whole step or field. */
  path: readonly string[]
}

/** A fault that a check found. It contains no text, so that it can be shown in every language (`textOf`). */
export interface Finding {
  /** Id of the check. */
  check: string
  severity: Severity
  /** Key of the finding's text among the texts of the check. */
  text: string
  /** Values for the placeholders {1}, {2} of the text. */
  values: readonly string[]
  place: Place
  /** Operations on the draft that remove the fault; absent if only the author can decide. */
  fix?: readonly DraftOperation[]
}

/** What a check returns for one fault; the checker adds the rest of the finding. */
export interface Found<Text extends string = string> {
  text: Text
  place: Place
  values?: readonly (string | number)[]
  fix?: readonly DraftOperation[]
  /** Set if this fault is worse or better than those of the check usually are. */
  severity?: Severity
}

/** A rule that a good form keeps, with its words. */
export interface Check<Text extends string = string> {
  id: string
  severity: Severity
  /** The rule in one English sentence, for the documentation and for SARIF. */
  rule: string
  /** The texts of the findings in each language; `fix` is the label of the button that applies the fix. */
  words: Readonly<Record<Language, Readonly<Record<Text, string>> & { fix?: string }>>
  /** Yields the faults of a form. */
  find: (form: CheckedForm) => Iterable<Found<Text>>
}

/** Returns a fix that sets a value in the content of a step or field; without a value it deletes the key. */
export function setFix(id: string, path: readonly string[], value?: string | number | boolean): { fix: DraftOperation[] } {
  return { fix: [{ type: 'set', id, path: [...path], ...(value !== undefined && { value }) }] }
}

const LANGUAGE = 'language:'

/** Returns the value of a finding that people read as the name of a language. */
export const languageValue = (code: string): string => `${LANGUAGE}${code}`

/** Returns a value of a finding as text in a language. */
export function textOfValue(value: string, language: Language): string {
  if (!value.startsWith(LANGUAGE)) return value
  const code = value.slice(LANGUAGE.length)
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  } catch {
    // The code of a draft need not be the code of a language.
    return code
  }
}

/** Declares a check; the type parameter keeps the texts of all languages equal. */
export function defineCheck<Text extends string>(check: Check<Text>): Check {
  return check as unknown as Check
}
