import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Baseline of the pages benchmark: a server that sends the same response to each request, with the headers and the body
// in the file ANSWER. Node itself adds the headers about the connection.
const { PORT, ANSWER } = process.env
const { headers, body } = JSON.parse(readFileSync(ANSWER ?? '', 'utf8')) as { headers: [string, string][]; body: string }
const own = headers.filter(([name]) => !/^(?:date|connection|keep-alive)$/i.test(name))
const content = Buffer.from(body, 'base64')
createServer((_request, response) => {
  response.writeHead(200, own.flat())
  response.end(content)
}).listen(Number(PORT), '127.0.0.1')
