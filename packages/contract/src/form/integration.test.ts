import { describe, expect, test } from 'vitest'
import { integration } from './integration.ts'

const still = { service: 'clinics', kind: 'static', options: [{ key: 'a', value: 'A' }] }
const http = { service: 'clinics', kind: 'http', url: 'https://clinics.example/list', output: { options_path: 'data', key: 'id', value: 'name' } }
const without = (entry: object, key: string) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key))

describe('integration schema accepts', () => {
  test.each<[entry: object, why: string]>([
    [still, 'a list of options'],
    [{ ...still, options: { A: 'a' } }, 'a map of label to key'],
    [http, 'a service over HTTP'],
    [{ ...http, url: 'http://10.0.0.5:8080/list?fund=F1' }, 'an intranet service without TLS'],
    [{ ...http, method: 'POST', headers: { Authorization: 'Bearer x', 'X-Fund': 'F1' }, timeout_ms: 300, cache_s: 0 }, 'with every property set'],
    [{ ...http, input: { region: 'string', seats: 'int', age: 'number', urgent: 'boolean' } }, 'with inputs, in either vocabulary'],
    [{ ...http, url: 'https://clinics.example/list?contact=info@clinics.example' }, 'an @ that is no credential'],
  ])('%j – %s', (entry) => {
    expect(integration.safeParse(entry).error).toBeUndefined()
  })
})

describe('integration schema rejects', () => {
  test.each<[entry: object, path: string, why: string]>([
    [without(still, 'options'), 'options', 'static without options'],
    [without(http, 'url'), 'url', 'http without an address'],
    [without(http, 'output'), 'output', 'http without a mapping'],
    [{ ...http, url: 'file:///etc/passwd' }, 'url', 'no web address'],
    [{ ...http, url: 'clinics.example' }, 'url', 'no address at all'],
    [{ ...http, url: 'https://user:secret@clinics.example/' }, 'url', 'credentials in the address'],
    [{ ...http, url: 'https:\\\\user@clinics.example/' }, 'url', 'credentials behind slashes that lean the other way'],
    [{ ...http, headers: { 'X-Fund': 'a\r\nHost: evil' } }, 'headers/X-Fund', 'a second line in a header'],
    [{ ...http, headers: { 'X Fund': 'a' } }, 'headers/X Fund', 'no name of a header'],
    [{ ...http, headers: { Host: 'evil.example' } }, 'headers/Host', 'a header that the connection sets itself'],
    [{ ...http, input: { region: 'object' } }, 'input/region', 'a kind that nobody knows'],
    [{ ...http, input: { 'a b': 'string' } }, 'input/a b', 'a key that is no name'],
    [{ ...http, timeout_ms: 0 }, 'timeout_ms', 'no time at all'],
    [{ ...http, method: 'DELETE' }, 'method', 'a method that changes things'],
    [{ ...still, options: [{ key: '', value: 'A' }] }, 'options/0/key', 'an empty key can be no answer'],
    [{ ...still, service: '../admin' }, 'service', 'no code'],
  ])('%j at %s – %s', (entry, path) => {
    const faults = integration.safeParse(entry).error?.issues ?? []
    expect([...new Set(faults.map((fault) => fault.path.join('/')))]).toEqual([path])
  })
})
