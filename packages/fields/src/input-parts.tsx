import type { InputComponent } from './define-input-part.ts'
import { ArrayInput } from './inputs/array/input.tsx'
import { BooleanInput } from './inputs/boolean/input.tsx'
import { CodfisInput } from './inputs/codfis/input.tsx'
import { DateInput } from './inputs/date/input.tsx'
import { EmailInput } from './inputs/email/input.tsx'
import { FileInput } from './inputs/file/input.tsx'
import { IntInput } from './inputs/int/input.tsx'
import { MultiCheckboxInput } from './inputs/multi-checkbox/input.tsx'
import { NumericInput } from './inputs/numeric/input.tsx'
import { SelectInput } from './inputs/select/input.tsx'
import { SliderInput } from './inputs/slider/input.tsx'
import { TextInput } from './inputs/text/input.tsx'
import { TextareaInput } from './inputs/textarea/input.tsx'
import type { InputType } from './inputs.ts'
import type { IssueCode } from './issue.ts'
import { lazyInput } from './lazy-input.tsx'

/** Registry of the React components, keyed by input type. */
export const inputParts: { [T in InputType]: InputComponent } = {
  text: TextInput,
  textarea: TextareaInput,
  email: EmailInput,
  int: IntInput,
  numeric: NumericInput,
  boolean: BooleanInput,
  select: SelectInput,
  select_data_source: lazyInput(() => import('./inputs/select-data-source/input.tsx').then((part) => part.SelectDataSourceInput)),
  date: DateInput,
  file: FileInput,
  multi_checkbox: MultiCheckboxInput,
  slider: SliderInput,
  array: ArrayInput,
  codfis: CodfisInput,
}

/**
 * Returns true if the control of a question shows the error itself, next to the row of the list that has the error. The
 * question then does not show the message again.
 */
export function showsOwnError(type: InputType, fault: IssueCode): boolean {
  return type === 'array' && fault !== 'elementi_min' && fault !== 'elementi_max'
}

/**
 * Returns true if a question is a group of controls, which is labelled by a text. Otherwise it is a single control,
 * which is labelled by a `label` element.
 */
export function isGroup(settings: { input_type: InputType; isButtons?: boolean | undefined; isCards?: boolean | undefined }, asRadio: boolean): boolean {
  const { input_type: type, isButtons, isCards } = settings
  return type === 'multi_checkbox' || type === 'array' || (type === 'select' && (isButtons === true || isCards === true || asRadio))
}
