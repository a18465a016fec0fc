// Control for the measurements of races: a server with a race on purpose. It checks a code and then marks it as used,
// without a lock. If the reliability lab (fault-injection tests) finds no double use here, its load is too low to find
// a race in the product.

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openFollowingPool } from './patroni-database.ts'

const pool = openFollowingPool(process.env.DATABASE_URL ?? '', 8)

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end()
  const { otp_code: code } = JSON.parse(await text(request)) as { otp_code: string }
  const { rowCount } = await pool.query('select from racy_codes where code = $1 and used_at is null', [code])
  if (rowCount) await pool.query('update racy_codes set used_at = now() where code = $1', [code])
  return response.writeHead(rowCount ? 200 : 409).end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')
