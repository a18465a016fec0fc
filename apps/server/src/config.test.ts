import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const configOf = (S3_URL: string) => readConfig({ S3_URL, SECRET_KEY: 'x'.repeat(32) }).objectStorage

test('S3_URL names a place of objects', () => {
  const common = { region: 'us-east-1', bucket: 'files', prefix: '', accessKeyId: 'KEY', secretAccessKey: 'a/b+c:d@e' }
  const secret = encodeURIComponent('a/b+c:d@e')
  expect(configOf(`https://KEY:${secret}@s3.example/files`)).toEqual({ ...common, endpoint: 'https://s3.example' })
  expect(configOf(`http://KEY:${secret}@[::1]:9000/files/a/b/?region=eu-south-1`)).toEqual({
    ...common,
    endpoint: 'http://[::1]:9000',
    region: 'eu-south-1',
    prefix: 'a/b/',
  })
  expect(configOf('')).toBeUndefined()
})

test.each([
  'https://KEY@s3.example/files',
  'https://:hidden@s3.example/files',
  'https://KEY:hidden@s3.example',
  'https://KEY:hidden@s3.example/Files',
  'https://KEY:hidden@s3.example/files/a b',
  'https://KEY:hidden%@s3.example/files',
  'https://KEY:hidden@s3.example/files?regoin=x',
  'https://KEY:hidden@s3.example/files#x',
  's3://KEY:hidden@files',
  'ftp://KEY:hidden@s3.example/files',
  'hidden',
])('S3_URL may not be %j, and what it holds is not told', (url) => {
  let refused: unknown
  try {
    configOf(url)
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(/^Configuration: S3_URL must be /)
  expect((refused as Error).message).not.toContain('hidden')
})
