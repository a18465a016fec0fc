import type { ShownForm } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { authTypesOf, chatStateOf, draftOf, type FormDraft, isClientUrl, isComplete, sentOf } from './form-draft.ts'

const shown: ShownForm = {
  id: 'an-id',
  code_form: 'ours',
  description: 'Ours',
  code_tag: 'tag',
  client_url: 'https://client.example/',
  active: false,
  params: { ticket_prefix: 'AB-', own: 1 },
  logoParams: [],
  templateParams: { name: 'hallways', params: { title: 'Ciao' } },
  liveChatParams: {},
  secrets: ['sso_secret_aes'],
  auth_type: ['SSO'],
  tag_exists: true,
  version: '7',
}
const draft = draftOf(shown, 'edit')

describe('draftOf (initial values of the form modal)', () => {
  test('returns all values of the form, including values without a field in the modal', () => {
    expect(draft).toEqual({
      code_form: 'ours',
      description: 'Ours',
      code_tag: 'tag',
      client_url: 'https://client.example/',
      active: false,
      params: shown.params,
      logoParams: [],
      templateParams: shown.templateParams,
      liveChatParams: {},
    })
  })

  test('removes the code from the copy of a duplicated form, and makes a new form active with the default template', () => {
    expect(draftOf(shown, 'duplicate').code_form).toBe('')
    expect(draftOf(undefined, 'add')).toMatchObject({ active: true, templateParams: { name: 'default2022' } })
  })
})

describe('saving a form in the dashboard (administrator specification, section 5)', () => {
  test('accepts a form with all required fields', () => expect(isComplete(draft)).toBe(true))

  test.each<[string, Partial<FormDraft>]>([
    ['code', { code_form: ' ' }],
    ['description', { description: '' }],
    ['tag', { code_tag: '' }],
    ['URL', { client_url: '' }],
    ['URL with http or https', { client_url: 'ftp://client.example' }],
    ['template', { templateParams: { name: '', params: {} } }],
  ])('rejects a form without a %s', (_what, part) => expect(isComplete({ ...draft, ...part })).toBe(false))

  test.each([
    ['http://a', true],
    ['https://client.example/path?x=1#y', true],
    ['https://', false],
    ['https://client example', false],
    ['HTTP://a', false],
    ['javascript:alert(1)//http://a', false],
  ])('isClientUrl (whether the URL of a form’s client is valid) returns for %s the value %s', (url, expected) => expect(isClientUrl(url)).toBe(expected))

  test('sends no empty values, except a deleted secret and a logo or favicon set to none', () => {
    const sent = sentOf({
      ...draft,
      params: { logo: '', favicon: '', background_img: '', captcha: false, sso_secret_aes: '' },
      liveChatParams: { chatId: '', secret: '' },
      logoParams: [{ value: '', alt: '' }],
    })
    expect(sent.params).toEqual({ logo: '', favicon: '', captcha: false, sso_secret_aes: '' })
    expect(sent.liveChatParams).toEqual({ secret: '' })
    expect(sent.logoParams).toEqual([{ value: '' }])
  })
})

describe('chatStateOf (state of a form’s live chat)', () => {
  test.each<[Record<string, unknown>, string[], string]>([
    [{}, [], 'inactive'],
    [{ active: false, chatId: 'a', fondo: 'b' }, [], 'inactive'],
    [{ active: true }, [], 'incomplete'],
    [{ active: true, chatType: 'CRISP', chatId: 'a', fondo: ' ' }, [], 'incomplete'],
    [{ active: true, chatType: 'CRISP', chatId: 'a', fondo: 'b' }, [], 'active'],
    [{ active: true, chatType: 'EBBY', codCustomer: 'c' }, [], 'incomplete'],
    [{ active: true, chatType: 'EBBY', chatId: 'a', fondo: 'b' }, ['secret'], 'incomplete'],
    [{ active: true, chatType: 'EBBY', codCustomer: 'c' }, ['secret'], 'active'],
  ])('returns, for the chat settings %j and the stored secrets %j, the state %s', (liveChatParams, secrets, state) =>
    expect(chatStateOf({ liveChatParams, secrets })).toBe(state),
  )
})

test('authTypesOf returns the form’s own access modes or, if it has none, the valid access modes of its tag (definition)', () => {
  const tag = { value: 'tag', class: '', description: '', form_params: { auth_type: ['FREE', 'unheard of'] } }
  expect(authTypesOf({}, tag)).toEqual(['FREE'])
  expect(authTypesOf({ auth_type: ['SSO'] }, tag)).toEqual(['SSO'])
  expect(authTypesOf({}, undefined)).toEqual([])
})
