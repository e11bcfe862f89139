// The TypeScript SDK's first generation as a client: calls a tool, answers each question with the words it was given.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.env.TOOLS + "/"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const { ElicitRequestSchema } = await load("@modelcontextprotocol/sdk/types.js");

const client = new Client({ name: "ts-v1", version: "1" }, { capabilities: { elicitation: { form: {} } } });
const asked = [];
client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  asked.push(params.message);
  const [name] = Object.keys(params.requestedSchema.properties);
  return { action: "accept", content: { [name]: "Ann" } };
});
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL)));
const result = await client.callTool({ name: process.env.TOOL, arguments: {} });
console.log(JSON.stringify({ asked, text: result.content[0].text }));
await client.close();
