import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './index.ts'

/** A part of a JSON schema, as far as it is looked at here. */
interface Part {
  type?: string
  properties?: Record<string, Part>
  additionalProperties?: unknown
  items?: Part
  anyOf?: Part[]
  oneOf?: Part[]
  allOf?: Part[]
}

/** Objects in what a body is read as that keep keys which nobody has named. */
function openParts(part: Part, at: string): string[] {
  const open = part.type === 'object' && part.additionalProperties !== false ? [at] : []
  const inside = Object.entries(part.properties ?? {}).flatMap(([name, each]) => openParts(each, `${at}.${name}`))
  const further = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])].flatMap((each) => openParts(each, at))
  return [...open, ...inside, ...further, ...(part.items ? openParts(part.items, `${at}[]`) : [])]
}

/** What is open by its nature: answers and data by the codes of a form's author, and documents, which have rules of their own. */
const OPEN = [
  'addAccount.metadata',
  'addForm.params',
  'addForm.params.destination.fields',
  'addForm.params.destination[].fields',
  'addForm.params.oidc.claims',
  'addForm.templateParams.params',
  'editAccount.metadata',
  'editForm.params',
  'editForm.params.destination.fields',
  'editForm.params.destination[].fields',
  'editForm.params.oidc.claims',
  'editForm.templateParams.params',
  'importManagedBundle',
  'logInByToken',
  'lookUpOptions',
  'makeLinks.people[]',
  'makeSsoMessage.message_request',
  'makeTokens.people[]',
  'putDefinitionDraft',
]

test('no call’s body keeps a key that it does not name, but where keys are an author’s', () => {
  const open = Object.entries(endpoints).flatMap(([name, { body }]) =>
    body ? openParts(z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) as Part, name) : [],
  )
  expect(open.toSorted()).toEqual(OPEN)
})
