"""Receives HL7 v2 messages by python-hl7, acknowledges each, and prints what it read; ends with its standard input."""
import asyncio
import json
import sys

import hl7
from hl7.mllp import start_hl7_server


def plain(message, value):
    return message.unescape(str(value))


async def serve(reader, writer):
    while not writer.is_closing():
        try:
            message = await reader.readmessage()
        except asyncio.IncompleteReadError:
            return
        pid = message.segment('PID')
        document = [obx for obx in message.segments('OBX') if str(obx[2]) == 'ED'][-1]
        judged = {
            'control_id': str(message.segment('MSH')[10]),
            'name': plain(message, pid[5][0][0]),
            'signer': plain(message, message.segment('OBR')[32][0][0][1]),
            'document': str(document[5][0][4]),
        }
        writer.writemessage(message.create_ack('AA'))
        await writer.drain()
        print(json.dumps(judged), flush=True)


async def main():
    server = await start_hl7_server(serve, '127.0.0.1', 0, encoding='utf-8', limit=64 * 1024 * 1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
