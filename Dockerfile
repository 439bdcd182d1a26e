# docker build -t cardzoo . && docker run --rm -it -p 8028:8028 cardzoo table --host 0.0.0.0 --token
FROM python:3.11-slim

# PyTorch without CUDA; for a GPU: --build-arg TORCH_INDEX=https://download.pytorch.org/whl/cu130, and --gpus all.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
# The rules are compiled at their first use, and kept here; a volume keeps them from one container to the next.
ENV CARDZOO_CACHE=/var/cache/cardzoo

WORKDIR /src
COPY . .
RUN pip install --no-cache-dir --index-url "$TORCH_INDEX" "torch==$(sed -n 's/^torch==//p' constraints.txt)" \
 && pip install --no-cache-dir -c constraints.txt ".[train,play,film,web,arena]" \
 && useradd --create-home player \
 && install -d -o player "$CARDZOO_CACHE"

USER player
WORKDIR /home/player
ENTRYPOINT ["cardzoo"]
CMD ["games"]
