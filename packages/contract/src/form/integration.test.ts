import { describe, expect, test } from 'vitest'
import { integration } from './integration.ts'

const still = { service: 'clinics', kind: 'static', options: [{ key: 'a', value: 'A' }] }
const http = { service: 'clinics', kind: 'http', url: 'https://clinics.example/list', output: { options_path: 'data', key: 'id', value: 'name' } }
const without = (entry: object, key: string) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key))

describe('the schema of a data source accepts', () => {
  test.each<[entry: object, why: string]>([
    [still, 'a list of options'],
    [{ ...still, options: { A: 'a' } }, 'a map of label to key'],
    [http, 'a service over HTTP'],
    [{ ...http, url: 'http://10.0.0.5:8080/list?fund=F1' }, 'a service in an intranet without TLS'],
    [{ ...http, method: 'POST', headers: { Authorization: 'Bearer x', 'X-Fund': 'F1' }, timeout_ms: 300, cache_s: 0 }, 'an entry with every property'],
    [{ ...http, input: { region: 'string', seats: 'int', age: 'number', urgent: 'boolean' } }, 'inputs with both sets of type names'],
    [{ ...http, url: 'https://clinics.example/list?contact=info@clinics.example' }, 'an @ in the query'],
  ])('the entry %j (%s)', (entry) => {
    expect(integration.safeParse(entry).error).toBeUndefined()
  })
})

describe('the schema of a data source rejects', () => {
  test.each<[entry: object, path: string, why: string]>([
    [without(still, 'options'), 'options', 'static without options'],
    [without(http, 'url'), 'url', 'http without a URL'],
    [without(http, 'output'), 'output', 'http without a mapping'],
    [{ ...http, url: 'file:///etc/passwd' }, 'url', 'a file URL'],
    [{ ...http, url: 'clinics.example' }, 'url', 'a URL without a scheme'],
    [{ ...http, url: 'https://user:secret@clinics.example/' }, 'url', 'a URL with credentials'],
    [{ ...http, url: 'https:\\\\user@clinics.example/' }, 'url', 'a URL with backslashes and credentials'],
    [{ ...http, headers: { 'X-Fund': 'a\r\nHost: evil' } }, 'headers/X-Fund', 'a line break in a header value'],
    [{ ...http, headers: { 'X Fund': 'a' } }, 'headers/X Fund', 'an invalid header name'],
    [{ ...http, headers: { Host: 'evil.example' } }, 'headers/Host', 'a header that the HTTP client sets itself'],
    [{ ...http, input: { region: 'object' } }, 'input/region', 'an unknown input type'],
    [{ ...http, input: { 'a b': 'string' } }, 'input/a b', 'an invalid input name'],
    [{ ...http, timeout_ms: 0 }, 'timeout_ms', 'a timeout of 0'],
    [{ ...http, method: 'DELETE' }, 'method', 'a method other than GET and POST'],
    [{ ...still, options: [{ key: '', value: 'A' }] }, 'options/0/key', 'an option with an empty key'],
    [{ ...still, service: '../admin' }, 'service', 'an invalid service code'],
  ])('the entry %j with an error at %s (%s)', (entry, path) => {
    const faults = integration.safeParse(entry).error?.issues ?? []
    expect([...new Set(faults.map((fault) => fault.path.join('/')))]).toEqual([path])
  })
})
