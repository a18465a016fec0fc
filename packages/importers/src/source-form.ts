import type { Language } from '@sportello/contract'
import type { SourceText } from './source-text.ts'

export interface SourceChoice {
  key: string
  label: SourceText
}

interface TextInput {
  type: 'text' | 'textarea' | 'email'
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Patterns in RE2 syntax. The whole answer must match each of them. */
  patterns?: string[] | undefined
  default?: string | undefined
}

interface NumberInput {
  type: 'int' | 'numeric'
  min?: number | undefined
  max?: number | undefined
  default?: number | undefined
}

interface DateInput {
  type: 'date'
  time: boolean
  /** Limits and default of a date question, as YYYY-MM-DD. */
  min?: string | undefined
  max?: string | undefined
  default?: string | undefined
  /** Set if today is the first (`from`) or the last (`until`) allowed day of a date question. */
  from?: 'today' | undefined
  until?: 'today' | undefined
}

interface ChoiceInput {
  type: 'select' | 'slider' | 'multi_checkbox'
  choices: SourceChoice[]
  buttons?: boolean | undefined
  maxSelected?: number | undefined
  default?: readonly string[] | undefined
}

interface FileInput {
  type: 'file'
  multiple: boolean
  fileTypes?: string[] | undefined
  maxKilobytes?: number | undefined
}

interface ListInput {
  type: 'array'
  of: 'text' | 'number'
  min?: number | undefined
  max?: number | undefined
}

/** Input of an imported question: one of the product's input types, with its settings. */
export type SourceInput = TextInput | NumberInput | DateInput | ChoiceInput | FileInput | ListInput | { type: 'boolean'; default?: boolean | undefined }

/** The condition under which the source form shows an element. */
export interface SourceCondition {
  /** Text of the condition in the syntax of the source form. */
  text: string
  /**
   * Name of the question on which the condition depends, and the answers for which the element is shown. Undefined if
   * the condition is more complex.
   */
  question?: string | undefined
  values?: readonly string[] | undefined
}

export interface SourceQuestion {
  kind: 'question'
  name: string
  place: string
  label: SourceText
  help?: SourceText | undefined
  placeholder?: SourceText | undefined
  required: boolean
  hidden?: boolean | undefined
  locked?: boolean | undefined
  condition?: SourceCondition | undefined
  input: SourceInput
}

export interface SourceBlock {
  kind: 'block'
  place: string
  html: SourceText
  condition?: SourceCondition | undefined
}

export type SourceEntry = SourceQuestion | SourceBlock

/** A page or group of a source form, which becomes a step. */
export interface SourceSection {
  name: string
  place: string
  title: SourceText
  condition?: SourceCondition | undefined
  entries: SourceEntry[]
}

/** A form from another product, in the format that all importers share. */
export interface SourceForm {
  code: string
  title: SourceText
  description?: SourceText | undefined
  /**
   * Languages of the source form that the product supports, with the default language first. Empty if the form does not
   * name its language.
   */
  languages: Language[]
  /** Language of the texts in the source form for which no language is named. */
  defaultLanguage?: Language | undefined
  sections: SourceSection[]
}

/** Returns an HTML block that shows a title of the source form as a heading. */
export const headingBlock = (place: string, html: SourceText, condition?: SourceCondition): SourceBlock => ({
  kind: 'block',
  place,
  html,
  ...(condition && { condition }),
})
