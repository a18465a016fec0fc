import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/platform/db/database.ts'
import { launchEmbedded } from '../src/platform/db/embedded/launcher.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { bundleJsonSchema } from '../src/surfaces/bundle/bundle-json-schema.ts'
import { codegenArguments } from './codegen.ts'
import { configurationDocument } from './configuration-table.ts'
import { decisionsIndex } from './decisions-index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sportello-schema-'))
// PostgreSQL runs as another system user, which creates and deletes the database cluster in this folder. Makes the
// folder accessible to that user.
chmodSync(dataDir, 0o711)
const embedded = await launchEmbedded(dataDir, () => {})
const database = openDatabase(embedded.connection, () => {})
await migrate(database.owner)
await database.close()
execFileSync(process.execPath, codegenArguments(embedded.connection), { stdio: 'inherit' })
await embedded.stop()
rmSync(dataDir, { recursive: true })
for (const { file, wanted } of [configurationDocument(), decisionsIndex()]) writeFileSync(file, wanted)
writeFileSync(new URL('../../../docs/bundle.schema.json', import.meta.url), `${JSON.stringify(bundleJsonSchema(), null, 2)}\n`)
