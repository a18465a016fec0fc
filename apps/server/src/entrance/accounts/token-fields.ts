import { languageOf, type Property, type Tag } from '@sportello/contract'
import { readableCode } from '../../catalogue/access/rules.ts'
import type { Customer } from '../../catalogue/customers/rules.ts'

/** Returns a new login token with 60 random bits, in groups of characters that people can easily read aloud. */
export function newToken(): string {
  return [readableCode(4), readableCode(4), readableCode(4)].join('-')
}

/** Returns the steps of a form on which visitors log in with a token. */
const loginSteps = ({ published }: Pick<Customer, 'published'>) => published.tokenLogins.flatMap(({ code_tag }) => published.nodes.get(code_tag) ?? [])

/** Returns the fields of each token login of a form, without the token field. */
function tokenLogins(customer: Pick<Customer, 'published'>): Property[][] {
  return loginSteps(customer).flatMap(({ tag }) => {
    const fields = tag.form_fields.flatMap((field) => (field.type === 'TOKEN_LOGIN' ? [field.value.fields] : []))
    return fields.length > 0 ? [fields.flat()] : []
  })
}

/**
 * Returns the fields that an operator fills in when creating a login token: each field once, in the operator's language
 * if the form has that language. A field is required if every token login of the form has it.
 */
export function askedOf(customer: Pick<Customer, 'published'>, language: string) {
  const asked = new Map<string, { code: string; label: string; input_type: string; required: boolean }>()
  const logins = tokenLogins(customer)
  const nodes = loginSteps(customer)
  const isTheirs = (path: readonly Tag[]) => path.some((tag) => languageOf(tag) === language)
  for (const { tag } of [...nodes.filter(({ path }) => isTheirs(path)), ...nodes])
    for (const field of tag.form_fields)
      for (const { property_code: code, property_description: label, default_value } of field.type === 'TOKEN_LOGIN' ? field.value.fields : [])
        if (!asked.has(code)) {
          const required = logins.every((fields) => fields.some((each) => each.property_code === code))
          asked.set(code, { code, label, input_type: default_value.input_type, required })
        }
  return [...asked.values()]
}

/** Returns the fields of all token logins of a form, without duplicates. */
function askedFields(customer: Pick<Customer, 'published'>): Property[] {
  const byCode = new Map(tokenLogins(customer).flatMap((fields) => fields.map((field) => [field.property_code, field])))
  return [...byCode.values()]
}

/**
 * Splits the personal data that is stored with a login token. The first part contains the fields that the form's token
 * logins ask for, the second part all other data.
 */
export function splitKnown<T>(
  customer: Pick<Customer, 'published'>,
  known: Readonly<Record<string, T>>,
): { fields: Record<string, T>; metadata: Record<string, T> } {
  const asked = new Set(askedFields(customer).map((field) => field.property_code))
  const part = (isField: boolean) => Object.fromEntries(Object.entries(known).filter(([key]) => asked.has(key) === isField))
  return { fields: part(true), metadata: part(false) }
}

/**
 * Checks the personal data of a login token. Returns undefined if a visitor with this data can use at least one token
 * login of the form. Otherwise returns the name of a missing field.
 */
export function missingField(customer: Pick<Customer, 'published'>, fields: Readonly<Record<string, unknown>>): string | undefined {
  const missing = tokenLogins(customer).map((asked) => asked.find(({ property_code: code }) => isEmpty(fields[code]))?.property_code)
  return missing.includes(undefined) ? undefined : missing[0]
}

const isEmpty = (value: unknown) => value === undefined || value === null || String(value).trim() === ''
