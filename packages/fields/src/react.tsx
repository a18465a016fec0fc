import { AlertBlock } from './blocks/alert/block.tsx'
import { FaqBlock } from './blocks/faq/block.tsx'
import { HtmlBlock } from './blocks/html/block.tsx'
import type { BlockType } from './blocks.ts'
import type { BlockComponent } from './define-block-part.ts'
import type { InputComponent } from './define-input-part.ts'
import { BooleanInput } from './inputs/boolean/input.tsx'
import { DateInput } from './inputs/date/input.tsx'
import { EmailInput } from './inputs/email/input.tsx'
import { FileInput } from './inputs/file/input.tsx'
import { IntInput } from './inputs/int/input.tsx'
import { NumericInput } from './inputs/numeric/input.tsx'
import { SelectInput } from './inputs/select/input.tsx'
import { TextInput } from './inputs/text/input.tsx'
import { TextareaInput } from './inputs/textarea/input.tsx'
import type { InputType } from './inputs.ts'

export type { BlockComponent } from './define-block-part.ts'
export type { InputComponent, InputPartProps } from './define-input-part.ts'
export { type FieldPhraseKey, type FieldWords, FieldWordsContext } from './field-words.ts'
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
  date: DateInput,
  file: FileInput,
}

/** The registry of information blocks, the browser's half; null for a block that steers the page instead of being shown. */
export const blockParts: { [T in BlockType]: BlockComponent<T> | null } = {
  HTML: HtmlBlock,
  ALERT: AlertBlock,
  FAQ: FaqBlock,
  SEND_BUTTON_CUSTOMIZATION: null,
  HTML_SUMMARY: null,
}
