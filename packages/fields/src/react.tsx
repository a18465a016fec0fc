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

/** Registry of input types: the React component of each. */
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
 * Returns whether the control shows an error itself, next to the list row with the error, so that the question does not
 * repeat the message.
 */
export function showsOwnError(type: InputType, fault: IssueCode): boolean {
  return type === 'array' && fault !== 'elementi_min' && fault !== 'elementi_max'
}

/**
 * Returns whether a question is a group of controls, which is named by a text, instead of a single control, which is
 * named by a label.
 */
export function isGroup(settings: { input_type: InputType; isButtons?: boolean | undefined }, asRadio: boolean): boolean {
  const { input_type: type, isButtons } = settings
  return type === 'multi_checkbox' || type === 'array' || (type === 'select' && (isButtons === true || asRadio))
}

/**
 * Registry of information blocks: the React component of each. Null for blocks that configure the page, and for blocks
 * that the page itself renders because they need more data than their value.
 */
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

/** Returns whether a block is shown in the page's header or footer instead of among the fields of its step. */
export function isHeaderOrFooterBlock(type: string): boolean {
  return AROUND.has(type)
}
