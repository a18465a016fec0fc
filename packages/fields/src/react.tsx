import { AlertBlock } from './blocks/alert/block.tsx'
import { alertEditor } from './blocks/alert/editor.ts'
import { confirmModalEditor } from './blocks/confirm-modal/editor.ts'
import { FaqBlock } from './blocks/faq/block.tsx'
import { faqEditor } from './blocks/faq/editor.ts'
import { FooterBlock } from './blocks/footer/block.tsx'
import { footerEditor } from './blocks/footer/editor.ts'
import { HtmlBlock } from './blocks/html/block.tsx'
import { htmlEditor } from './blocks/html/editor.ts'
import { HtmlHeaderBlock } from './blocks/html-header/block.tsx'
import { htmlHeaderEditor } from './blocks/html-header/editor.ts'
import { HtmlHeaderButtonBlock } from './blocks/html-header-button/block.tsx'
import { htmlHeaderButtonEditor } from './blocks/html-header-button/editor.ts'
import { htmlSummaryEditor } from './blocks/html-summary/editor.ts'
import { sendButtonCustomizationEditor } from './blocks/send-button-customization/editor.ts'
import { termsConditionsEditor } from './blocks/terms-conditions/editor.ts'
import type { BlockType } from './blocks.ts'
import type { BlockComponent } from './define-block-part.ts'
import type { BlockEditor, InputEditor } from './define-editor.ts'
import type { InputComponent } from './define-input-part.ts'
import { arrayEditor } from './inputs/array/editor.ts'
import { ArrayInput } from './inputs/array/input.tsx'
import { booleanEditor } from './inputs/boolean/editor.ts'
import { BooleanInput } from './inputs/boolean/input.tsx'
import { codfisEditor } from './inputs/codfis/editor.ts'
import { CodfisInput } from './inputs/codfis/input.tsx'
import { dateEditor } from './inputs/date/editor.ts'
import { DateInput } from './inputs/date/input.tsx'
import { emailEditor } from './inputs/email/editor.ts'
import { EmailInput } from './inputs/email/input.tsx'
import { fileEditor } from './inputs/file/editor.ts'
import { FileInput } from './inputs/file/input.tsx'
import { intEditor } from './inputs/int/editor.ts'
import { IntInput } from './inputs/int/input.tsx'
import { multiCheckboxEditor } from './inputs/multi-checkbox/editor.ts'
import { MultiCheckboxInput } from './inputs/multi-checkbox/input.tsx'
import { numericEditor } from './inputs/numeric/editor.ts'
import { NumericInput } from './inputs/numeric/input.tsx'
import { selectEditor } from './inputs/select/editor.ts'
import { SelectInput } from './inputs/select/input.tsx'
import { selectDataSourceEditor } from './inputs/select-data-source/editor.ts'
import { sliderEditor } from './inputs/slider/editor.ts'
import { SliderInput } from './inputs/slider/input.tsx'
import { textEditor } from './inputs/text/editor.ts'
import { TextInput } from './inputs/text/input.tsx'
import { textareaEditor } from './inputs/textarea/editor.ts'
import { TextareaInput } from './inputs/textarea/input.tsx'
import type { InputType } from './inputs.ts'
import type { IssueCode } from './issue.ts'
import { lazyInput } from './lazy-input.tsx'

export type { BlockComponent } from './define-block-part.ts'
export { type BlockEditor, type InputEditor, type SettingControl, type SettingGroup, type SettingKey, settingControls } from './define-editor.ts'
export type { InputComponent, InputPartProps } from './define-input-part.ts'
export { type FieldServices, FieldServicesContext } from './field-services.ts'
export { type FieldPhraseKey, type FieldWords, FieldWordsContext } from './field-words.ts'
export { groupLabelId } from './group-attributes.tsx'
export { OptionIcon } from './option-icon.tsx'
export { readTenantHtml, TenantHtml } from './tenant-html.tsx'

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
export function isGroup(settings: { input_type: InputType; isButtons?: boolean | undefined }, asRadio: boolean): boolean {
  const { input_type: type, isButtons } = settings
  return type === 'multi_checkbox' || type === 'array' || (type === 'select' && (isButtons === true || asRadio))
}

/**
 * Registry of React components, keyed by type of information block. Two kinds of blocks have null: blocks that
 * configure the
 * page, and blocks that the page itself renders because they need more data than their value.
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

/** Returns true if a block is shown in the header or footer of the page, and not among the fields of its step. */
export function isHeaderOrFooterBlock(type: string): boolean {
  return AROUND.has(type)
}

/** Registry of the settings of questions that the form editor shows, keyed by input type. */
export const inputEditors: { [T in InputType]: InputEditor } = {
  text: textEditor,
  textarea: textareaEditor,
  email: emailEditor,
  int: intEditor,
  numeric: numericEditor,
  boolean: booleanEditor,
  select: selectEditor,
  select_data_source: selectDataSourceEditor,
  date: dateEditor,
  file: fileEditor,
  multi_checkbox: multiCheckboxEditor,
  slider: sliderEditor,
  array: arrayEditor,
  codfis: codfisEditor,
}

/** Registry of the parts of information blocks that the form editor shows, keyed by type of block. */
export const blockEditors: { [T in BlockType]: BlockEditor } = {
  HTML: htmlEditor,
  ALERT: alertEditor,
  FAQ: faqEditor,
  SEND_BUTTON_CUSTOMIZATION: sendButtonCustomizationEditor,
  HTML_SUMMARY: htmlSummaryEditor,
  HTML_HEADER: htmlHeaderEditor,
  HTML_HEADER_BUTTON: htmlHeaderButtonEditor,
  FOOTER: footerEditor,
  CONFIRM_MODAL: confirmModalEditor,
  TERMS_CONDITIONS: termsConditionsEditor,
}
