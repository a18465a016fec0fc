import { alertEditor } from './blocks/alert/editor.ts'
import { confirmModalEditor } from './blocks/confirm-modal/editor.ts'
import { faqEditor } from './blocks/faq/editor.ts'
import { footerEditor } from './blocks/footer/editor.ts'
import { htmlEditor } from './blocks/html/editor.ts'
import { htmlHeaderEditor } from './blocks/html-header/editor.ts'
import { htmlHeaderButtonEditor } from './blocks/html-header-button/editor.ts'
import { htmlSummaryEditor } from './blocks/html-summary/editor.ts'
import { sendButtonCustomizationEditor } from './blocks/send-button-customization/editor.ts'
import { termsConditionsEditor } from './blocks/terms-conditions/editor.ts'
import type { BlockType } from './blocks.ts'
import type { BlockEditor, InputEditor } from './define-editor.ts'
import { arrayEditor } from './inputs/array/editor.ts'
import { booleanEditor } from './inputs/boolean/editor.ts'
import { codfisEditor } from './inputs/codfis/editor.ts'
import { dateEditor } from './inputs/date/editor.ts'
import { emailEditor } from './inputs/email/editor.ts'
import { fileEditor } from './inputs/file/editor.ts'
import { intEditor } from './inputs/int/editor.ts'
import { multiCheckboxEditor } from './inputs/multi-checkbox/editor.ts'
import { numericEditor } from './inputs/numeric/editor.ts'
import { selectEditor } from './inputs/select/editor.ts'
import { selectDataSourceEditor } from './inputs/select-data-source/editor.ts'
import { sliderEditor } from './inputs/slider/editor.ts'
import { textEditor } from './inputs/text/editor.ts'
import { textareaEditor } from './inputs/textarea/editor.ts'
import type { InputType } from './inputs.ts'

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
