import type { InputDefinition } from './define-input.ts'
import { array } from './inputs/array/definition.ts'
import { boolean } from './inputs/boolean/definition.ts'
import { codfis } from './inputs/codfis/definition.ts'
import { date } from './inputs/date/definition.ts'
import { email } from './inputs/email/definition.ts'
import { file } from './inputs/file/definition.ts'
import { int } from './inputs/int/definition.ts'
import { multiCheckbox } from './inputs/multi-checkbox/definition.ts'
import { numeric } from './inputs/numeric/definition.ts'
import { select } from './inputs/select/definition.ts'
import { selectDataSource } from './inputs/select-data-source/definition.ts'
import { slider } from './inputs/slider/definition.ts'
import { text } from './inputs/text/definition.ts'
import { textarea } from './inputs/textarea/definition.ts'

/**
 * Registry of input types, with the part of each type that the server and the browser share. `./settings` and `./react`
 * are mapped types over its keys, so the code does not compile if an input type is missing there.
 */
export const inputs = {
  text,
  textarea,
  email,
  int,
  numeric,
  boolean,
  select,
  select_data_source: selectDataSource,
  date,
  file,
  multi_checkbox: multiCheckbox,
  slider,
  array,
  codfis,
}

export type InputType = keyof typeof inputs

type Parts<T extends InputType> = (typeof inputs)[T] extends InputDefinition<infer S, infer V> ? { settings: S; value: V } : never
export type SettingsOf<T extends InputType> = Parts<T>['settings']
export type ValueOf<T extends InputType> = Parts<T>['value']

/**
 * An input definition without the types of its settings and value. At run time, `accepts` checks the type of a value.
 */
export type AnyInput = InputDefinition<object, unknown>

export function inputOf(type: InputType): AnyInput {
  return inputs[type] as unknown as AnyInput
}
