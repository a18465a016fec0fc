import { checkTaxCode, normalTaxCode } from '@sportello/codfis'
import { type CheckContext, type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { issue } from '../../issue.ts'

/**
 * Property codes of other questions. The tax code is compared with the answers to these questions (visitor
 * specification,
 * section 3). If a property code is missing, that part of the tax code is not compared.
 */
export interface CodfisSettings {
  name?: string | undefined
  surname?: string | undefined
  birthday?: string | undefined
  gender?: string | undefined
  birthplace?: string | undefined
}

/**
 * The tax code input. Visitors can type upper or lower case; the answer is stored in capitals. If the answer to another
 * question is missing or cannot be parsed, the tax code is not compared with it.
 */
export const codfis: InputDefinition<CodfisSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: isBlank,
  keep: (value) => normalTaxCode(value),
  check: (value, settings, context) => {
    const gender = answered(settings.gender, context)
    const place = answered(settings.birthplace, context)
    const person = {
      name: answered(settings.name, context),
      surname: answered(settings.surname, context),
      birthday: answered(settings.birthday, context),
      gender: gender === 'M' || gender === 'F' ? gender : undefined,
      birthplace: place === undefined ? [] : (context.placeCodes?.(place) ?? []),
    } as const
    return checkTaxCode(value, person).flatMap((code) => issue(code))
  },
  text: (value) => value,
}

function answered(code: string | undefined, { answerTo }: CheckContext): string | undefined {
  const answer = code === undefined ? undefined : answerTo?.(code)
  return isString(answer) && !isBlank(answer) ? answer : undefined
}
