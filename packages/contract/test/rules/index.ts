import { array } from './array.ts'
import { boolean } from './boolean.ts'
import { codfis } from './codfis.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import { file } from './file.ts'
import { int } from './int.ts'
import { multiCheckbox } from './multi-checkbox.ts'
import { numeric } from './numeric.ts'
import type { InputType, Rule } from './rule.ts'
import { select } from './select.ts'
import { selectDataSource } from './select-data-source.ts'
import { slider } from './slider.ts'
import { text } from './text.ts'
import { textarea } from './textarea.ts'

export { ASKED, neighbours, type Rule, TODAY } from './rule.ts'

/**
 * The rules table: rows for every input type, in the words of the specification. The tests check the browser and the
 * server against the same rows. The code does not compile if the rows of an input type are missing.
 */
export const rules: { [T in InputType]: readonly Rule[] } = {
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
