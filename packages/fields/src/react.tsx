import { AlertBlock } from './blocks/alert/block.tsx'
import { FaqBlock } from './blocks/faq/block.tsx'
import { FooterBlock } from './blocks/footer/block.tsx'
import { HtmlBlock } from './blocks/html/block.tsx'
import { HtmlHeaderBlock } from './blocks/html-header/block.tsx'
import { HtmlHeaderButtonBlock } from './blocks/html-header-button/block.tsx'
import type { BlockType } from './blocks.ts'
import type { BlockComponent } from './define-block-part.ts'
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

export type { BlockComponent } from './define-block-part.ts'
export type { InputComponent, InputPartProps } from './define-input-part.ts'
export { type FieldServices, FieldServicesContext } from './field-services.ts'
export { type FieldPhraseKey, type FieldWords, FieldWordsContext } from './field-words.ts'
export { groupLabelId } from './group-attributes.tsx'
export { OptionIcon } from './option-icon.tsx'
export { TenantHtml } from './tenant-html.tsx'

/** The registry of input types, the browser's half. */
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

/** Whether a control tells a fault at the place where it is, so that the frame need not tell it again. */
export function tellsItself(type: InputType, fault: IssueCode): boolean {
  return type === 'array' && fault !== 'elementi_min' && fault !== 'elementi_max'
}

/** Whether a question is a group of controls, which a text names, instead of one, which a label does. */
export function isGroup(settings: { input_type: InputType; isButtons?: boolean | undefined }, asRadio: boolean): boolean {
  const { input_type: type, isButtons } = settings
  return type === 'multi_checkbox' || type === 'array' || (type === 'select' && (isButtons === true || asRadio))
}

/** The registry of information blocks, the browser's half; null for a block that steers the page, or that the page shows with more than its value. */
export const blockParts: { [T in BlockType]: BlockComponent<T> | null } = {
  HTML: HtmlBlock,
  ALERT: AlertBlock,
  FAQ: FaqBlock,
  SEND_BUTTON_CUSTOMIZATION: null,
  HTML_SUMMARY: null,
  HTML_HEADER: HtmlHeaderBlock,
  HTML_HEADER_BUTTON: HtmlHeaderButtonBlock,
  FOOTER: FooterBlock,
  CONFIRM_MODAL: null,
  TERMS_CONDITIONS: null,
}

const AROUND: ReadonlySet<string> = new Set<BlockType>(['HTML_HEADER', 'HTML_HEADER_BUTTON', 'FOOTER'])

/** Whether a block stands in the page's header or footer instead of among the fields of its step. */
export function standsAround(type: string): boolean {
  return AROUND.has(type)
}
