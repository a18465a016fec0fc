import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantAsCreator } from '../../../test/grant-as-creator.ts'
import { IMPORT_CONFIG } from '../../../test/import-config.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { exportBundle } from '../../surfaces/bundle/export-bundle.ts'
import { importBundle } from '../../surfaces/bundle/import-bundle.ts'
import { readBundle } from '../../surfaces/bundle/read-bundle.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const name = `plain_${randomUUID().replaceAll('-', '').slice(0, 12)}`
let admin: Client
let database: Database
beforeAll(async () => {
  admin = new Client({ ...inject('cluster'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${name} login createrole password 'x'`)
  await grantAsCreator(admin, name)
  await admin.query(`create database ${name} owner ${name}`)
  database = openDatabase({ ...inject('cluster'), user: name, password: 'x', database: name }, () => {})
})
afterAll(async () => {
  await database.close()
  await admin.query(`drop database ${name}`)
  await admin.query(`drop role ${name}`)
  await admin.end()
})

test('a database whose owner is not a superuser can be migrated, filled and served with the same row security', async () => {
  expect(await migrate(database.owner)).not.toEqual([])
  const { bundle } = await readBundle(sampleBundle(), '.')
  if (!bundle) throw new Error('the sample is wrong')
  await importBundle(database.kysely, bundle, IMPORT_CONFIG)
  expect((await exportBundle(database.kysely, ['sample'])).forms).toHaveLength(1)
  expect((await database.pool.query('select current_user as who, count(*) as seen from customers')).rows).toEqual([{ who: 'sportello_server', seen: 0 }])
  expect((await database.pool.query("select enqueue('send_mail', 'sample', gen_random_uuid()) is not null as added")).rows).toEqual([{ added: true }])
  expect((await database.owner.query('select count(*) as jobs from graphile_worker.jobs')).rows).toEqual([{ jobs: 1 }])
})
